export * from './space1_FIXTURE.mjs';
export * from './space2_FIXTURE.mjs';
