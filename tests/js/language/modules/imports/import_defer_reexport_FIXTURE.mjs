import defer * as reexported from './import_defer_lazy_FIXTURE.mjs';
export { reexported };
