globalThis.evaluated++;
import source x from './import_source_reexport_FIXTURE.mjs';
