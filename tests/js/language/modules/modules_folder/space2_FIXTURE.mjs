export * as space from './inner_FIXTURE.mjs';
