void Opaque(void*) {}
