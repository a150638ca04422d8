import * as space from './inner_FIXTURE.mjs';
export { space, space as other };
export const local = space.inner;
