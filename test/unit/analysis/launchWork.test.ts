import assert from 'node:assert/strict';
import { instructionsPerBlock } from '../../../src/analysis/simulation/launchWork';
import { parseKernelProgram } from '../../../src/kernel/program';

describe('the work of a launch', () => {
  const program = parseKernelProgram({
    name: 'k',
    registersPerThread: 16,
    parameters: { iterations: 256 },
    arrays: {},
    body: [{ op: 'loop', trips: 'iterations', body: [{ op: 'compute', class: 'fp32', count: 4 }] }],
  });
  const app = { name: 'k', program, launch: { grid: 8, block: 64 } };

  it('is that of its arguments, not of the numbers that the program stands with', () => {
    const standing = instructionsPerBlock(app);
    assert.ok(standing >= 2 * 256 * 4);
    const longer = instructionsPerBlock({ ...app, arguments: { iterations: 512 } });
    assert.ok(Math.abs(longer / standing - 2) < 0.02, `${longer} and ${standing}`);
    const written = parseKernelProgram({ ...program, parameters: { iterations: 512 } });
    assert.equal(longer, instructionsPerBlock({ ...app, program: written }));
  });
});
