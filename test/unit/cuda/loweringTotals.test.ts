import assert from 'node:assert/strict';
import { estimateKernel } from '../../../lab/cuda/instructionMix/compare';
import { STUDY_KERNELS } from '../../../lab/cuda/instructionMix/kernels';
import { VALIDATION_KERNELS } from '../../../lab/cuda/instructionMix/validationKernels';
import { openSuite } from '../../../lab/cuda/lowering/suiteKernels';
import { generateKernels } from '../../../lab/cuda/proof/generate';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import { CudaWorkspace, type Lowering } from '../../../src/cuda/workspace';
import { bestLaunch } from '../../../src/kernel/bestLaunch';
import { INSTRUCTION_CLASSES } from '../../../src/kernel/instructionClasses';
import type { InstructionMix } from '../../../src/kernel/kernel';
import { threadCounts } from '../../../src/kernel/totals/threadCounts';
import { testParser } from './support';
import { walkedCounts } from './walkedCounts';

type Lowered = Extract<Lowering, { kind: 'lowered' }>;

/** Kernels of a proof's seed, whose launches are small enough to be walked thread by thread. */
const [GENERATED, SEED] = [60, 7];

function check(mix: InstructionMix, expected: Readonly<Record<string, number>>, within: number): void {
  for (const name of INSTRUCTION_CLASSES) {
    const [told, executed] = [mix.perThread[name], expected[name] ?? 0];
    assert.ok(
      Math.abs(told - executed) <= within * executed + 1e-6,
      `${name}: the mix says ${told}, the program executes ${executed}`,
    );
  }
}

describe('the mix of a kernel', () => {
  let parser: CudaParser;
  before(async () => {
    parser = await testParser();
  });

  const lowered = (lowering: Lowering | null): Lowered => {
    assert.ok(lowering?.kind === 'lowered');
    return lowering;
  };

  it('is what the threads of its program execute, one after the other', () => {
    const workspace = new CudaWorkspace({ parser });
    for (const { name, text } of generateKernels(GENERATED, SEED)) workspace.setFile(`${name}.cu`, text);
    const { kernels } = workspace.index();
    assert.equal(kernels.length, GENERATED);
    for (const { id } of kernels) {
      const launch = bestLaunch(workspace.launchesOf(id));
      const { program, launch: taken } = lowered(workspace.lower(id, launch));
      check(workspace.mixOf(id, launch)!, walkedCounts(program, taken), 1e-6);
    }
  });

  for (const kernel of [...STUDY_KERNELS, ...VALIDATION_KERNELS])
    it(`is what its program executes: ${kernel.name}`, () => {
      const workspace = new CudaWorkspace({ parser });
      workspace.setFile('study.cu', kernel.source);
      const { id } = workspace.index().kernels.find(({ name }) => name === kernel.name)!;
      const { grid, block, integers } = kernel;
      const { program, launch } = lowered(workspace.lower(id, null, { grid, block, arguments: integers }));
      check(estimateKernel(parser, kernel), threadCounts(program, launch), 0);
    });

  it('is what its program executes throughout the suite', async () => {
    const { workspace } = await openSuite(parser);
    const { kernels } = workspace.index();
    assert.ok(kernels.length > 80);
    for (const { id, mix } of kernels) {
      const lowering = workspace.lower(id, bestLaunch(workspace.launchesOf(id)));
      assert.equal(mix === null, lowering?.kind !== 'lowered', id);
      if (mix !== null) check(mix, threadCounts(lowered(lowering).program, lowered(lowering).launch), 0);
    }
  });
});
