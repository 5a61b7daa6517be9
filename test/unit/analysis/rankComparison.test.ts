import assert from 'node:assert/strict';
import { profilePage } from '../../../src/analysis/profilePage';
import type { ProfilePage } from '../../../src/analysis/profileProtocol';
import { rankComparison } from '../../../src/analysis/traces/rankComparison';
import { readProfileBytes } from '../../../src/profiles/readProfile';
import { rankReport } from '../../../src/cli/rankReport';
import { ranksPage } from '../../../src/words/texts/rankTexts';
import { KINETO_H100, kinetoKernel, kinetoTrace } from '../../../lab/profiles/kinetoText';

const ALL_REDUCE = 'ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)';

/** A trace of one rank: a product of `us`, then a reduction over all ranks until 100 µs. */
async function page(rank: number, us: number, worldSize = 4): Promise<ProfilePage> {
  const events = [
    kinetoKernel({ name: 'ampere_sgemm_128x64_tn', ts: 1000, dur: us }, { correlation: 1 }),
    kinetoKernel({ name: ALL_REDUCE, ts: 1000 + us, dur: 100 - us }, { correlation: 2 }),
  ];
  const header = { ...KINETO_H100, distributedInfo: { backend: 'nccl', rank, world_size: worldSize } };
  const text = kinetoTrace(events, header);
  return profilePage(await readProfileBytes(`rank${rank}.json`, new TextEncoder().encode(text)));
}

describe('ranks of a run', () => {
  it('stand beside each other in order, computing apart from communicating', async () => {
    const found = rankComparison([await page(2, 60), await page(0, 40)]);
    assert.deepEqual([found?.worldSize, found?.longest, found?.shortest], [4, 2, 0]);
    assert.deepEqual(
      found?.ranks.map(({ rank, path, computeNs, communicationNs, operations }) => [
        ...[rank, path, computeNs, communicationNs],
        operations.map(({ operation }) => operation),
      ]),
      [
        [0, 'rank0.json', 40_000, 60_000, ['communication', 'gemm']],
        [2, 'rank2.json', 60_000, 40_000, ['gemm', 'communication']],
      ],
    );
  });

  it('are told which of them waits', async () => {
    const text = rankReport(rankComparison([await page(0, 40), await page(1, 60)])!);
    assert.match(text, /^Ranks side by side: 2 of 4\n/);
    assert.match(text, /kernels that compute +40 µs +60 µs/);
    assert.match(
      text,
      /rank 1 compute 50.0 % longer than those of rank 0\..* take 40 µs there and 60 µs here/,
    );
  });

  it('are a page of Markdown, with the file of each', async () => {
    const text = ranksPage(rankComparison([await page(0, 40), await page(1, 60)])!);
    assert.match(text, /^# Ranks side by side: 2 of 4\n/);
    assert.match(text, /\| kernels that compute +\| +40 µs +\| +60 µs +\|/);
    assert.match(text, /- rank 1: `rank1\.json`/);
  });

  it('are none where one is told twice, where they are of different runs, and in a single trace', async () => {
    assert.equal(rankComparison([await page(1, 40), await page(1, 60)]), null);
    assert.equal(rankComparison([await page(0, 40), await page(1, 60, 8)]), null);
    assert.equal(rankComparison([await page(0, 40)]), null);
  });
});
