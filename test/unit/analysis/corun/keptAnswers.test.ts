import assert from 'node:assert/strict';
import { KeptAnswers, type SourceFacts } from '../../../../src/analysis/corun/keptAnswers';
import type { CoRunMatrix } from '../../../../src/analysis/results/coRunResult';
import { requireGpu } from '../../../../src/gpu/findGpu';
import type { SharingMode } from '../../../../src/kernel/prediction';

const gpu = requireGpu('h100-sxm');
const NAMES = ['a', 'b', 'c'];

/** Kernels by their use of DRAM, as an analysis finds them out: in new objects each time. */
function matrixOf(kept: KeptAnswers, uses: readonly number[], mode: SharingMode = 'streams'): CoRunMatrix {
  const kernels = uses.map((dram, at): { name: string; facts: SourceFacts } => ({
    name: NAMES[at]!,
    facts: {
      use: { values: { dram_utilization: dram }, missing: [], origin: 'assumed', assumptions: [] },
      launch: { blocksPerSm: 4, gridBlocks: 1000 },
      solo: null,
    },
  }));
  const facts = kept.sameAsBefore(kernels);
  const empty: CoRunMatrix = {
    kernelIds: NAMES,
    names: NAMES,
    cells: NAMES.map(() => NAMES.map(() => null)),
    answers: NAMES.map(() => NAMES.map(() => [])),
    refusals: [],
    predictors: [],
    validOnly: [],
    leftOut: [],
  };
  return kept.table(gpu, mode).with(empty, {
    mode,
    facts: (id) => facts[NAMES.indexOf(id)]!,
    simulated: () => null,
    assumptionsOf: () => [],
  });
}

/** Pairs of which the shown answer is the object of the other matrix. */
function shared(first: CoRunMatrix, second: CoRunMatrix): string[] {
  return NAMES.flatMap((victim, row) =>
    NAMES.flatMap((other, column) =>
      first.cells[row]![column] === second.cells[row]![column] ? [`${victim}${other}`] : [],
    ),
  );
}

describe('answers for pairs of kernels that have not been run', () => {
  it('are kept from one snapshot to the next, but for pairs of a kernel of which something else is known', () => {
    const kept = new KeptAnswers();
    const first = matrixOf(kept, [0.2, 0.5, 0.9]);
    assert.ok(first.cells.flat().every((cell) => cell !== null));
    const second = matrixOf(kept, [0.2, 0.7, 0.9]);
    assert.deepEqual(shared(first, second), ['aa', 'ac', 'ca', 'cc']);
    assert.deepEqual(second, matrixOf(new KeptAnswers(), [0.2, 0.7, 0.9]));
  });

  it('are of one sharing mode', () => {
    const kept = new KeptAnswers();
    const uses = [0.2, 0.5, 0.9];
    matrixOf(kept, uses);
    assert.deepEqual(matrixOf(kept, uses, 'mps'), matrixOf(new KeptAnswers(), uses, 'mps'));
  });
});
