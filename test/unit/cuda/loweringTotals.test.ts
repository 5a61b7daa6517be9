import { english } from '../../../src/words';
import assert from 'node:assert/strict';
import { estimateKernel } from '../../../lab/cuda/instructionMix/compare';
import { STUDY_KERNELS, type StudyKernel } from '../../../lab/cuda/instructionMix/kernels';
import { VALIDATION_KERNELS } from '../../../lab/cuda/instructionMix/validationKernels';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import { CudaWorkspace } from '../../../src/cuda/workspace';
import { programTotals } from '../../../src/kernel/totals/programTotals';
import { volume } from '../../../src/kernel/symbolic';
import { testParser } from './support';

/** Exchanges between lanes stand as special instructions in programs. */
function expected(parser: CudaParser, kernel: StudyKernel): Record<string, number> {
  const { shuffle, special, ...others } = estimateKernel(parser, kernel).perThread;
  return { ...others, special: special + shuffle };
}

function counted(parser: CudaParser, kernel: StudyKernel): Record<string, number> {
  const workspace = new CudaWorkspace({ parser });
  workspace.setFile('study.cu', kernel.source);
  const { id } = workspace.index().kernels.find(({ name }) => name === kernel.name)!;
  const { grid, block, integers } = kernel;
  const lowered = workspace.lower(id, null, { grid, block, arguments: integers });
  if (lowered?.kind !== 'lowered') throw new Error(english(lowered?.reason ?? 'unknown'));
  const { threads } = programTotals(lowered.program, lowered.launch);
  const all = volume(grid) * volume(block);
  return Object.fromEntries(Object.entries(threads).map(([name, count]) => [name, count / all]));
}

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((all, count) => all + count, 0);

describe('instructions of lowered programs', () => {
  let parser: CudaParser;
  before(async () => {
    parser = await testParser();
  });

  for (const kernel of [...STUDY_KERNELS, ...VALIDATION_KERNELS]) {
    it(`are those of the instruction mix: ${kernel.name}`, () => {
      const [mix, program] = [expected(parser, kernel), counted(parser, kernel)];
      const off = Math.abs(sum(program) / sum(mix) - 1);
      // The mix counts a sample of the blocks, which meets few of those at the border of a grid.
      assert.ok(
        off < (/^(stencil7|conv5)$/.test(kernel.name) ? 0.025 : 0.01),
        `${off.toFixed(3)} ${JSON.stringify({ mix, program })}`,
      );
    });
  }
});
