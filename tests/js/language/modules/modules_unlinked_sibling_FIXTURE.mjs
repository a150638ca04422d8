import * as parent from './modules_unlinked_parent_FIXTURE.mjs';
