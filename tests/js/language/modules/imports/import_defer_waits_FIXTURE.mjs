await null;
globalThis.waited = (globalThis.waited ?? 0) + 1;
export const value = 2;
