export = fixture;
const helper = 2;
function fixture() { return 'called'; }
Object.defineProperty(fixture, 'name', { value: 'fixture' });
namespace fixture { export const two = helper; }
