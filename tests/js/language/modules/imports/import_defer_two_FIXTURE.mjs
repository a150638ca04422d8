export { value } from './import_defer_waits_FIXTURE.mjs';
