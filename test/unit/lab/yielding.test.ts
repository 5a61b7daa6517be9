import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { transformed, type YieldingResult } from '../../../lab/cuda/yielding/compareYielding';
import { hostHashes } from '../../../lab/cuda/yielding/hostSide';
import { yieldingTable } from '../../../lab/cuda/yielding/table';
import { readSuiteTexts } from '../../../lab/suite/suiteFiles';
import { CudaWorkspace } from '../../../src/cuda/workspace';

const root = process.env['CORUN_ROOT'] ?? process.cwd();
const results = JSON.parse(
  fs.readFileSync(path.join(root, 'lab/cuda/yielding/results.json'), 'utf8'),
) as YieldingResult[];

describe('yielding kernels of the workloads', () => {
  it('are written as they were when they were compiled and compared, and refused for the same reasons', async () => {
    const workspace = new CudaWorkspace();
    for (const [file, text] of await readSuiteTexts(path.join(root, 'workloads')))
      if (!file.endsWith('.json')) workspace.setFile(file, text);
    const known = new Map(results.map((result) => [result.kernel, result]));
    const kernels = workspace.index().kernels.filter(({ inactive }) => inactive === undefined);
    assert.deepEqual(
      kernels.map(({ id }) => id),
      [...known.keys()],
    );
    for (const kernel of kernels) {
      const made = transformed(workspace, kernel);
      const { text, outcome } = known.get(kernel.id)!;
      if (typeof made === 'string') assert.equal(outcome, `refused: ${made}`, kernel.id);
      else assert.equal(made.text, text, `${kernel.id}: run npm run study -- yielding-kernels --write`);
    }
  });

  it('have a host side that was compiled as it is', () => {
    const compiled: unknown = JSON.parse(
      fs.readFileSync(path.join(root, 'lab/cuda/yielding/hostSide.json'), 'utf8'),
    );
    assert.deepEqual(hostHashes(), compiled, 'run npm run study -- yielding-kernels --host --write');
  });

  it('leave in memory what the originals leave, wherever both can be run', () => {
    const compared = results.filter(({ runs }) => runs > 0);
    assert.ok(compared.length > 60, `${compared.length} kernels`);
    assert.deepEqual(
      results.filter(({ outcome }) => outcome.startsWith('differs')),
      [],
    );
  });

  it('are counted by what came of them, reasons without names', () => {
    const row = (kernel: string, text: string | null, outcome: string): YieldingResult => ({
      kernel,
      text,
      outcome,
      runs: outcome === 'same' ? 2 : 0,
    });
    const made = [
      row('a', 'x', 'same'),
      row('b', 'y', 'differs: out (pair)'),
      row('c', null, 'refused: f calls g, which is not at hand'),
      row('d', null, 'refused: h calls i, which is not at hand'),
      row('e', 'z', 'the original cannot be run: too long'),
    ];
    assert.deepEqual(yieldingTable([['all', made]])[1][0]!.slice(0, 7), [
      ...['all', '5', '3', '2', '1', '1'],
      'calls a function which is not at hand 2',
    ]);
  });
});
