import source x from './import_defer_lazy_FIXTURE.mjs';
