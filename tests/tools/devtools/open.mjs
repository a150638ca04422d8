// Opens the heap snapshot FILE with the loader of Chrome's developer tools and prints, as JSON, what its memory panel
// would show: statistics, a row for each class, and of the first object of class CLASS the chain of retainers.
//
//   node open.js FILE CLASS
import fs from 'node:fs';

import {SecondaryInitManager} from 'chrome-devtools-frontend/front_end/entrypoints/heap_snapshot_worker/HeapSnapshot.js';
import {HeapSnapshotLoader} from 'chrome-devtools-frontend/front_end/entrypoints/heap_snapshot_worker/HeapSnapshotLoader.js';

const [file, className] = process.argv.slice(2);
const loader = new HeapSnapshotLoader({sendEvent() {}});
loader.write(fs.readFileSync(file, 'utf8'));
loader.close();
// In Chrome a second worker computes who retains what.
const channel = new MessageChannel();
new SecondaryInitManager(channel.port2);
const snapshot = await loader.buildSnapshot(channel.port1);

const aggregates = snapshot.aggregatesWithFilter({});
const classes = {};
for (const [key, {name, count, self, maxRet}] of Object.entries(aggregates)) {
  classes[name ?? key] = {key, count, self, retained: maxRet};
}
const retainers = [];
if (classes[className]) {
  const [object] = snapshot.createNodesProviderForClass(classes[className].key, {}).serializeItemsRange(0, 1).items;
  // The way that the panel unfolds: to the retainer nearest to the root.
  for (let node = object; node && node.distance > 1;) {
    const {items} = snapshot.createRetainingEdgesProvider(node.nodeIndex).serializeItemsRange(0, 100);
    const edge = items.filter(e => e.node.distance < node.distance)[0];
    if (edge) retainers.push({edge: edge.name, of: edge.node.name});
    node = edge?.node;
  }
}
console.log(JSON.stringify({nodes: snapshot.nodeCount, statistics: snapshot.getStatistics(), classes, retainers}));
process.exit(0);
