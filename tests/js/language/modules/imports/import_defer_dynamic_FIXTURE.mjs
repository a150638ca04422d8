globalThis.dynamicEvaluations = (globalThis.dynamicEvaluations ?? 0) + 1;
export const value = 3;
