// The module beside it makes a namespace of this one, and so of the module below. Then this one can't be linked.
import './modules_unlinked_sibling_FIXTURE.mjs';
export * as space from './modules_unlinked_child_FIXTURE.mjs';
import { missing } from './modules_unlinked_child_FIXTURE.mjs';
