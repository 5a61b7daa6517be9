import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import type { KernelResult } from '../../../src/analysis/results/kernelResult';
import { analyzed } from './support';

const folder = path.join(process.env['CORUN_ROOT']!, 'workloads/samples/profiles');
const NAME = 'vectorAdd(float const *, float const *, float*, int)';
/** What the synthetic sample leaves out and similarity needs. */
const more = Object.entries({
  achieved_occupancy: 0.9,
  issue_slot_utilization: '12%',
  eligible_warps_per_cycle: 0.7,
  shared_utilization: 'Idle (0)',
}).map(([metric, value]) => `"GeForce GTX 950 (0)","${NAME}",4,"${metric}","-",${value},${value},${value}`);
const metrics = fs.readFileSync(path.join(folder, 'vector-add.metrics.csv'), 'utf8') + more.join('\n') + '\n';

const SWEPT = ['addA', 'addB', 'addC', 'addD'];
const TARGET = 'addE';

const HEAD = [
  '==1== Profiling result:',
  '"Start","Duration","Grid X","Grid Y","Grid Z","Block X","Block Y","Block Z","Registers Per Thread","Static SMem","Dynamic SMem","Size","Throughput","Device","Context","Stream","Name"',
  'ms,us,,,,,,,,B,B,MB,GB/s,,,,',
];

/** A trace of each kernel at three block sizes; the second one is fastest. */
function sweepTrace(kernels: readonly string[]): string {
  let start = 0;
  const rows = kernels.flatMap((kernel) =>
    [128, 256, 512].map((block, place) => {
      const columns = [
        `${++start}.0`,
        50 - 10 * (place % 2),
        65536 / block,
        1,
        1,
        block,
        1,
        1,
        12,
        0,
        0,
        '',
        '',
      ];
      return `${columns.join()},"GeForce GTX 950 (0)","1","13","${kernel}(float const *, float const *, float*, int) [${start}]"`;
    }),
  );
  return [...HEAD, ...rows, ''].join('\n');
}

async function referencesOf(
  swept: readonly string[],
  kernel: string,
): Promise<NonNullable<KernelResult['block']>['references']> {
  const names = [...SWEPT, TARGET];
  const source = names.map(
    (name) =>
      `__global__ void ${name}(const float *a, const float *b, float *c, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) c[i] = a[i] + b[i]; }`,
  );
  const results = await analyzed({
    sources: { 'a.cu': source.join('\n') },
    profiles: {
      'sweep.trace.csv': sweepTrace([...swept, TARGET]),
      ...Object.fromEntries(names.map((name) => [`${name}.csv`, metrics.replaceAll('vectorAdd', name)])),
    },
    settings: { gpu: 'gtx-950' },
  });
  const found = results.files[0]!.kernels.find(({ name }) => name === kernel)!;
  return found.block!.references;
}

async function namesOf(swept: readonly string[], kernel: string): Promise<readonly string[]> {
  return (await referencesOf(swept, kernel)).map(({ name }) => name);
}

describe('kernels profiled at several block sizes', () => {
  it('are reference kernels for the others, not for themselves', async () => {
    const forTarget = await namesOf(SWEPT, TARGET);
    for (const name of SWEPT) assert.ok(forTarget.includes(name), `${name} in ${forTarget.join()}`);
    assert.ok(!forTarget.includes(TARGET));
  });

  it('vote beside simulated ones only where too few were measured, and are told apart', async () => {
    const origins = (found: Awaited<ReturnType<typeof referencesOf>>) =>
      new Set(found.map(({ origin }) => origin));
    assert.deepEqual(origins(await referencesOf(SWEPT, TARGET)), new Set(['measured']));
    const mixed = await referencesOf(SWEPT.slice(0, 1), TARGET);
    assert.deepEqual(origins(mixed), new Set(['measured', 'simulated']));
    for (const { name, origin } of mixed) assert.equal(origin === 'measured', name === SWEPT[0], name);
  });

  it('are none with too few sizes', async () => {
    const forSwept = await namesOf([], SWEPT[0]!);
    assert.ok(!forSwept.includes(SWEPT[1]!), forSwept.join());
  });
});
