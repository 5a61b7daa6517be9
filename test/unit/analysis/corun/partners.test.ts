import assert from 'node:assert/strict';
import type { ApplicationPair, PairedPrograms } from '../../../../src/analysis/results/pairedPrograms';
import { pairCount } from '../../../../src/analysis/simulation/plan';
import type { WantedPairs } from '../../../../src/analysis/simulation/workspacePlan';
import type { WorkspaceResults } from '../../../../src/analysis/results/workspaceResults';
import { applicationKey } from '../../../../src/analysis/protocol';
import { DEFAULT_SETTINGS } from '../../../../src/analysis/workspaceState';
import type { SharingMode } from '../../../../src/kernel/prediction';
import { coRunSummary } from '../../../../src/words/texts/summaries';
import { testSession } from '../support';

/** A program that launches one kernel. */
const programOf = (kernel: string): string => `
__global__ void ${kernel}(float *x) { int i = blockIdx.x * blockDim.x + threadIdx.x; x[i] += 1.0f; }
int main() {
  float *x;
  cudaMalloc(&x, 1024 * 256 * sizeof(float));
  ${kernel}<<<1024, 256>>>(x);
  cudaDeviceSynchronize();
  return 0;
}
`;
const SOURCES = new Map(['first', 'second', 'third'].map((name) => [`${name}.cu`, programOf(name)]));

async function analysed(mode: SharingMode, paired: PairedPrograms) {
  const session = await testSession();
  const settings = { ...DEFAULT_SETTINGS, gpu: 'gtx-950', mode, paired };
  const results = await session.analyze({ sources: SOURCES, settings });
  return { session, results };
}

const partners = ({ files }: WorkspaceResults): (string | null)[] =>
  files.flatMap(({ kernels }) => kernels.map(({ worstPartner }) => worstPartner?.name ?? null));

describe('neighbours of a kernel', () => {
  let pair: ApplicationPair;

  before(async () => {
    const { applications } = (await analysed('mps', [])).results;
    const keyOf = (name: string): string => applicationKey(applications.find((one) => one.name === name)!);
    pair = [keyOf('second'), keyOf('first')];
  });

  it('are none of programs that nobody pairs, and the others where all share the GPU', async () => {
    const { results } = await analysed('mps', []);
    assert.deepEqual(partners(results), [null, null, null]);
    assert.equal(coRunSummary(results.files[0]!.kernels[0]!), null);
    assert.equal(partners((await analysed('mps', 'all')).results).includes(null), false);
  });

  it('are those of the program that it is paired with, which are started together first', async () => {
    const { results, session } = await analysed('mps', [pair]);
    assert.deepEqual(partners(results), ['second', 'first', null]);
    assert.match(coRunSummary(results.files[0]!.kernels[0]!)!, /^co-run ×\d\.\d\d . \(with second\)$/);
    const { inputs } = session.simulationPlan({ focus: [], maxKernels: 2 });
    const kernels = results.files.flatMap((file) => file.kernels.map(({ id }) => id));
    assert.deepEqual(
      inputs!.kernels.map(({ kernelId }) => kernelId).toSorted(),
      kernels.slice(0, 2).toSorted(),
    );
    assert.deepEqual(inputs!.firstPairs!.flat().toSorted(), kernels.slice(0, 2).toSorted());
  });

  it('are simulated together, and the others only where all pairs are looked at', async () => {
    const { session } = await analysed('mps', [pair]);
    const pairsOf = (pairs?: WantedPairs): number =>
      pairCount(session.simulationPlan({ focus: [], maxKernels: 3, ...(pairs && { pairs }) }).inputs!);
    assert.equal(pairsOf('meeting'), 1);
    assert.equal(pairsOf('all'), 6);
    assert.equal(pairsOf(), 6);
  });

  it('are none of other programs where streams of one process share the GPU', async () => {
    assert.deepEqual(partners((await analysed('streams', [pair])).results), [null, null, null]);
  });
});
