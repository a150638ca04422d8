export const byEval = () => eval("import('./inner_FIXTURE.mjs')");
export const byIndirectEval = () => (0, eval)("import('./inner_FIXTURE.mjs')");
export const byFunction = () => new Function("return import('./inner_FIXTURE.mjs')")();
export const byClosureOfEval = eval("() => import('./inner_FIXTURE.mjs')");
