import { nothingOfThisName } from './modules_a_FIXTURE.mjs';
