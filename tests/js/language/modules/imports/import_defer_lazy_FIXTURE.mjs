globalThis.lazyEvaluations = (globalThis.lazyEvaluations ?? 0) + 1;
export const value = 1;
export function then() {}
