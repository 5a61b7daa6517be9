import assert from 'node:assert/strict';
import { scheduleQueue } from '../../../src/analysis/queues/nodeQueue';
import { clusterMap, CLUSTER_MAP, distanceTable } from '../../../webview/model/clusterMap';

const PLACE = { folder: 'test', within: null };
const MEANS = { assets: 'dist', models: [] };

/** Two applications that are nearly alike, and one that is not. */
const queue = {
  gpus: [{ gpu: 'a' }],
  applications: [
    { name: 'near', seconds: 1, metrics: { ipc: 0 } },
    { name: 'far', seconds: 1, metrics: { ipc: 4 } },
    { name: 'also near', seconds: 1, metrics: { ipc: 1 } },
  ],
  jobs: [{ application: 'near' }, { application: 'far' }],
};

describe('the map of applications that are alike', () => {
  it('puts beside each other what is near, and joins it first', async () => {
    const map = clusterMap(await scheduleQueue(queue, PLACE, MEANS))!;
    assert.ok(map.names.indexOf('far') !== 1, map.names.join());
    const { tree, cell } = CLUSTER_MAP;
    // The two near ones are a quarter apart, and their centre is 7/8 from the third.
    const near = tree - ((tree - 4) * 0.25) / 0.875;
    const rows = ['near', 'also near'].map((name) => (map.names.indexOf(name) + 0.5) * cell);
    assert.deepEqual(map.branches[0], `M${tree} ${rows[0]}H${near}V${rows[1]}H${tree}`);
    assert.match(map.branches[1]!, /H4V/);
  });

  it('shades by the share of the largest distance', async () => {
    const map = clusterMap(await scheduleQueue(queue, PLACE, MEANS))!;
    const between = (a: string, b: string) =>
      map.cells.find(({ row, column }) => map.names[row] === a && map.names[column] === b)!;
    assert.deepEqual(
      [between('near', 'far').share, between('near', 'also near').share, between('far', 'far').share],
      [1, 0.25, 0],
    );
  });

  it('has the distances and the least similar application as a table', async () => {
    const { rows } = distanceTable(await scheduleQueue(queue, PLACE, MEANS));
    assert.deepEqual(rows, [
      ['near', 'far', 0, 1, 0.25],
      ['far', 'near', 1, 0, 0.75],
      ['also near', 'far', 0.25, 0.75, 0],
    ]);
  });

  it('is not drawn where an application lacks what the others have', async () => {
    const [first, ...rest] = queue.applications;
    const applications = [{ name: first!.name, seconds: 1 }, ...rest];
    assert.equal(clusterMap(await scheduleQueue({ ...queue, applications }, PLACE, MEANS)), null);
  });
});
