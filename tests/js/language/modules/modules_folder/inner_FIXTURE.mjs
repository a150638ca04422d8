globalThis.innerEvaluated?.();
export const inner = 'inner';
