(globalThis.sideEffects ??= []).push('side effect');
