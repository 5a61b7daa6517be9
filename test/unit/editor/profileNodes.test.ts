import assert from 'node:assert/strict';
import { profileNodes } from '../../../src/editor/tree/profileNodes';
import type { TreeNode } from '../../../src/editor/tree/treeNode';
import { sampleResults } from '../../webview/samples/results';

const results = sampleResults({ kernels: 10 });
const [first, second] = results.files[0]!.kernels;
const profile = {
  ...results.profiles[0]!,
  path: 'run.csv',
  status: 'full' as const,
  device: 'GeForce GTX 950',
  otherGpu: true,
  isTrace: true,
  joined: [{ name: 'one', kernelIds: [first!.id] }],
  ambiguous: [{ name: 'two', kernelIds: [first!.id, second!.id] }],
  notJoined: ['volta_sgemm', 'cub::x'],
  warnings: [
    { code: 'a', message: 'cut', location: { path: 'run.csv', line: 9 } },
    { code: 'b', message: 'odd' },
  ],
};

const idsOf = (nodes: readonly TreeNode[]): string[] =>
  nodes.flatMap((node) => [node.id, ...idsOf(node.children)]);

describe('profiles in the results tree', () => {
  const [node] = profileNodes({ ...results, profiles: [profile] }, new Set());
  const child = (label: string): TreeNode => {
    const found = node!.children.find((candidate) => candidate.label === label);
    assert.ok(found, label);
    return found;
  };

  it('open in their editor, and say when they are of another GPU', () => {
    assert.equal(node!.profile, 'run.csv');
    assert.match(node!.description!, /GeForce GTX 950, not H100 SXM/);
    assert.equal(node!.context, 'profile');
    const [imported] = profileNodes({ ...results, profiles: [profile] }, new Set(['run.csv']));
    assert.equal(imported!.context, 'profile-imported');
  });

  it('lead from a joined name to its source, and from an ambiguous one to all places', () => {
    assert.deepEqual(child('one').place, { path: first!.path, line: first!.line });
    const ambiguous = child('two');
    assert.equal(ambiguous.place, undefined);
    assert.match(ambiguous.description!, /ambiguous: 2/);
    assert.deepEqual(
      ambiguous.children.map(({ place }) => place?.line),
      [first!.line, second!.line],
    );
  });

  it('fold what is not in the sources, and lead from warnings to their lines', () => {
    const unjoined = child('Not in the sources');
    assert.deepEqual(
      unjoined.children.map(({ label }) => label),
      ['volta_sgemm', 'cub::x'],
    );
    assert.deepEqual(child('cut').place, { path: 'run.csv', line: 9 });
    assert.equal(child('odd').place, undefined);
  });

  it('have ids of their own', () => {
    const ids = idsOf([node!]);
    assert.equal(new Set(ids).size, ids.length);
  });
});
