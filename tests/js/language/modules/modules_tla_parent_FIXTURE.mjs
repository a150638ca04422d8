// A module that waits, and one below it that waits too.
import './modules_tla_child_FIXTURE.mjs';
export const parent = 1;
await 0;
