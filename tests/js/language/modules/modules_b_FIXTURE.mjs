import './modules_side_effect_FIXTURE.mjs';
export { fn as again } from './modules_a_FIXTURE.mjs';
export * as everything from './modules_a_FIXTURE.mjs';
export default 'b default';
