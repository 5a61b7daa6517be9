import assert from 'node:assert/strict';
import { english } from '../../../src/words';
import { sizesToSet, timeSummary } from '../../../src/words/texts/summaries';
import { compilerOutputPath } from '../../../src/analysis/compilerOutput';
import type { KernelClass } from '../../../src/analysis/results/kernelResult';
import type { Advice, WorkspaceResults } from '../../../src/analysis/results/workspaceResults';
import type { ApplicationResult } from '../../../src/analysis/results/timelineResult';
import { collectAdvice, withKernelAdvice } from '../../../src/analysis/stages/advice';
import { chooseGpu } from '../../../src/analysis/stages/chooseGpu';
import { report } from '../../../src/words/texts/report';
import { coRunSummary, launchSummary } from '../../../src/words/texts/summaries';
import { buildTree } from '../../../src/editor/tree/nodes';
import type { TreeNode } from '../../../src/editor/tree/treeNode';
import type { ProfileFile } from '../../../src/kernel/profile';
import { analyzed, ptxasLog } from './support';

const KERNEL = '__global__ void k(float *a) { a[threadIdx.x] = 1; }\n';
const LAUNCHED = `${KERNEL}void f(float *a) { k<<<4, 256>>>(a); }\n`;

const profileOn = (device: string | null): ProfileFile => ({
  path: 'p.csv',
  format: 'x',
  status: 'full',
  device,
  kernels: [],
  transfers: [],
  api: [],
  warnings: [],
});

const application = (path: string, bestNs: number, writtenNs: number): ApplicationResult => {
  const candidate = (makespanNs: number) => ({ order: ['s2', 's1'], makespanNs, limitedBy: 'copies' });
  return {
    name: 'main',
    path,
    line: 3,
    from: 'source',
    operationCount: 4,
    streams: ['s1', 's2'],
    kernels: [],
    meetings: [],
    predicted: null,
    inputs: [],
    measured: null,
    order: {
      streams: ['s1', 's2'],
      writtenOrder: candidate(writtenNs),
      bestOrder: candidate(bestNs),
      serialNs: writtenNs,
      candidates: [],
      exact: true,
      boundNs: bestNs,
      calls: null,
      whatIf: [],
    },
    plan: null,
    unknowns: ['the size n'],
    assumptions: [],
  };
};

describe('the chosen GPU', () => {
  it('is the wanted one, or says why it is not', () => {
    assert.equal(chooseGpu('gtx-950', []).result.note, null);
    assert.match(english(chooseGpu('nothing', []).result.note!), /"nothing" is not in the catalogue/);
    assert.match(english(chooseGpu('GTX 9', []).result.note!), /"GTX 9" may be any of .*gtx-950/);
  });

  it('is the one that most profiles name', () => {
    const profiles = ['GeForce GTX 950', 'NVIDIA H100 80GB HBM3', 'GeForce GTX 950 (0)', null].map(profileOn);
    assert.equal(chooseGpu('auto', profiles).spec.id, 'gtx-950');
  });

  it('is the default where no profile names a known one, and says so', () => {
    assert.match(english(chooseGpu('auto', []).result.note!), /no setting and no profile names a GPU/);
    assert.match(
      english(chooseGpu('auto', [profileOn('Voodoo 2')]).result.note!),
      /profiles name "Voodoo 2"/,
    );
  });
});

describe('facts of a kernel', () => {
  const registers = async (profiles: Record<string, string>, gpu = 'h100-sxm') =>
    (await analyzed({ sources: { 'a.cu': KERNEL }, profiles, settings: { gpu } })).files[0]!.kernels[0]!
      .registers!;

  it('take registers from ptxas for the architecture of the GPU', async () => {
    const log = ptxasLog('_Z1kPf', 'sm_80', 40) + ptxasLog('_Z1kPf', 'sm_90', 50);
    const { value, origin, from } = await registers({ 'ptxas.log': log });
    assert.deepEqual([value, origin, english(from)], [50, 'measured', 'ptxas.log:5 for sm_90']);
  });

  it('take those of another architecture as an assumption', async () => {
    const { value, origin, from } = await registers(
      { 'ptxas.log': ptxasLog('_Z1kPf', 'sm_90', 50) },
      'gtx-950',
    );
    assert.deepEqual([value, origin], [50, 'assumed']);
    assert.match(english(from), /for sm_90, this GPU is sm_52/);
  });

  it('join what the compiler said of a source to that source alone', async () => {
    const sources = { 'a.cu': KERNEL, 'b.cu': KERNEL };
    const log = ptxasLog('_Z1kPf', 'sm_90', 50);
    const of = async (path: string): Promise<(string | undefined)[]> =>
      (await analyzed({ sources, profiles: { [path]: log } })).files.map(
        ({ kernels }) => kernels[0]!.registers?.origin,
      );
    assert.deepEqual(await of(compilerOutputPath('b.cu')), ['predicted', 'measured']);
    assert.deepEqual(await of('ptxas.log'), ['predicted', 'predicted'], 'a build log may mean either');
  });

  it('take the shape of a launch that is compiled and can work', async () => {
    const launches = '#if 0\nvoid g(float *a) { k<<<9, 512>>>(a); }\n#endif\n';
    const source = `${KERNEL}${launches}void f(float *a) { k<<<1, 0>>>(a); k<<<7, 96, 640>>>(a); }`;
    const [kernel] = (await analyzed({ sources: { 'a.cu': source } })).files[0]!.kernels;
    assert.equal(kernel!.threadsPerBlock?.value, 96);
  });
});

describe('the matrix', () => {
  it('leaves out what is not compiled and what fits no SM, with reasons', async () => {
    const source = [
      KERNEL,
      KERNEL.replace(' k(', ' big('),
      `#if 0\n${KERNEL.replace(' k(', ' gone(')}#endif`,
      'void f(float *a) { k<<<500, 128>>>(a); big<<<500, 1024, 300000>>>(a); }',
    ].join('\n');
    const { matrix } = await analyzed({ sources: { 'a.cu': source } });
    assert.deepEqual(matrix.names, ['k']);
    const reasons = Object.fromEntries(
      matrix.leftOut.map(({ kernelId, reason }) => [kernelId, english(reason)]),
    );
    assert.match(reasons['a.cu#gone']!, /^not compiled/);
    assert.match(reasons['a.cu#big']!, /300000 bytes of shared memory/);
  });

  it('says when the sharing mode has kernels on no SM together', async () => {
    const of = async (mode: 'streams' | 'mig') =>
      (await analyzed({ sources: { 'a.cu': LAUNCHED }, settings: { mode } })).matrix.validOnly
        .map(english)
        .join('\n');
    assert.doesNotMatch(await of('streams'), /sharing mode/);
    assert.match(await of('mig'), /sharing mode 'mig'/);
  });
});

describe('shared arrays sized by template arguments', () => {
  it('have the size of the launched instance', async () => {
    const tiled =
      'template <int P> __global__ void t(float *o) { __shared__ float s[32][32 + P];\n' +
      's[threadIdx.y][threadIdx.x] = o[threadIdx.x]; __syncthreads(); o[threadIdx.x] = s[threadIdx.x][threadIdx.y]; }\n';
    const bytesOf = async (source: string) =>
      (await analyzed({ sources: { 'a.cu': source } })).files[0]!.kernels[0]!.staticSharedBytes!;
    const launched = await bytesOf(`${tiled}void f(float *o) { t<1><<<4, dim3(32, 32)>>>(o); }\n`);
    assert.deepEqual([launched.value, launched.origin], [32 * 33 * 4, 'predicted']);
    const unknown = await bytesOf(tiled);
    assert.deepEqual([unknown.value, unknown.origin], [0, 'assumed']);
  });
});

describe('a kernel that nothing launches', () => {
  const of = (assumptions: Record<string, number>) =>
    analyzed({
      sources: { 'a.cu': `${LAUNCHED}__global__ void lost(float *a) { a[threadIdx.x] = 2; }\n` },
      settings: { assumptions },
    });

  it('is beside no other, with the reason, until the user sets its launch', async () => {
    const { matrix } = await of({});
    assert.deepEqual(matrix.names, ['k']);
    assert.match(english(matrix.leftOut[0]!.reason), /no launch .* tells its block size/);
    const { matrix: half } = await of({ 'a.cu:lost:threadsPerBlock': 128 });
    assert.match(english(half.leftOut[0]!.reason), /the sources do not tell blocks/);
    const { matrix: asked } = await of({ 'a.cu:lost:threadsPerBlock': 128, 'a.cu:lost:blocks': 100 });
    assert.deepEqual(asked.names, ['k', 'lost']);
    const { matrix: short } = await of({ 'lost:threadsPerBlock': 128, 'lost:blocks': 100 });
    assert.deepEqual(short.names, ['k', 'lost']);
  });

  it('says on the command line what to type for it', async () => {
    const { files } = await of({});
    const lost = files[0]!.kernels.find(({ name }) => name === 'lost')!;
    assert.equal(timeSummary(lost), 'set lost:threadsPerBlock, lost:blocks to time it');
    assert.equal(sizesToSet(lost), 'set threadsPerBlock, blocks to time it');
  });
});

describe('advice', () => {
  it('is not given for a kernel whose body could not be read', async () => {
    const source = `${KERNEL}__global__ void cut(float *a) { for (;;) { a[0] = (a[1] +\n`;
    const { files, advice } = await analyzed({ sources: { 'a.cu': source } });
    const cut = files[0]!.kernels.find(({ name }) => name === 'cut')!;
    assert.match(english(cut.refused!), /not read as a function/);
    assert.equal(cut.block, null);
    assert.deepEqual(
      advice.filter(({ kernelId }) => kernelId === cut.id),
      [],
    );
  });

  // 132 SMs with 8 blocks of 256 threads each: 1056 blocks a wave.
  const TAILS = 'void f(float *a) { k<<<1100, 256>>>(a); k<<<1100, 256>>>(a); }';

  /** Advice on the launches once a launch takes 1 ms. */
  const timed = ({ files }: WorkspaceResults, kind: KernelClass): Advice[] => {
    const time = { value: 1e6, unit: 'ns', origin: 'simulated', from: 'made up' } as const;
    const kernels = files[0]!.kernels.map((kernel) => ({
      ...kernel,
      time,
      kernelClass: { ...kernel.kernelClass!, kind },
    }));
    const all = withKernelAdvice([], { kernels, launches: files[0]!.launches });
    return all.filter((advice) => advice.kind === 'launch');
  };

  it('has an id of its own for each launch, which lasts when lines move', async () => {
    const ids = async (before: string): Promise<string[]> =>
      timed(await analyzed({ sources: { 'a.cu': before + KERNEL + TAILS } }), 'compute-bound').map(
        ({ id }) => id,
      );
    const found = await ids('');
    assert.equal(found.length, 2);
    assert.equal(new Set(found).size, 2);
    assert.deepEqual(await ids('// a line\n\n'), found);
  });

  it('gains what the empty part of the last wave costs', async () => {
    const results = await analyzed({ sources: { 'a.cu': KERNEL + TAILS } });
    const waves = 1100 / 1056;
    assert.ok(Math.abs(results.files[0]!.launches[0]!.waves!.count - waves) < 1e-12);
    const [{ gain, savedNs }] = timed(results, 'compute-bound') as [Advice];
    assert.ok(Math.abs(gain! - (1 - waves / 2)) < 1e-12, String(gain));
    assert.ok(Math.abs(savedNs! - gain! * 1e6) < 1e-6, String(savedNs));
  });

  it('says nothing of a last wave while no time is known, or where memory takes the time', async () => {
    const results = await analyzed({ sources: { 'a.cu': KERNEL + TAILS } });
    assert.deepEqual(
      results.advice.filter(({ kind }) => kind === 'launch'),
      [],
    );
    assert.deepEqual(timed(results, 'memory-bound'), []);
    assert.deepEqual(timed(results, 'latency-bound'), []);
  });

  it('puts the largest gain first and leaves out what gains nothing or took no time', () => {
    const applications = [
      application('a.cu', 90, 100),
      application('b.cu', 50, 100),
      application('c.cu', 99, 100),
      application('d.cu', 0, 0),
    ];
    const advice = collectAdvice({ kernels: [], launches: [], applications });
    assert.deepEqual(
      advice.map(({ path, gain }) => [path, Math.round(gain! * 100)]),
      [
        ['b.cu', 50],
        ['a.cu', 10],
      ],
    );
  });
});

describe('the results tree', () => {
  const all = (nodes: readonly TreeNode[]): TreeNode[] =>
    nodes.flatMap((node) => [node, ...all(node.children)]);

  it('has ids of their own for everything, also for programs of one name', async () => {
    const sources = {
      'k.cuh': KERNEL,
      'a.cu': '#include "k.cuh"\nvoid f(float *a) { k<<<1100, 256>>>(a); k<<<1100, 256>>>(a); }',
    };
    const results = {
      ...(await analyzed({ sources, profiles: { 'p.log': ptxasLog('_Z1kPf', 'sm_90', 50) } })),
      applications: [application('a.cu', 50, 100), application('b.cu', 50, 100)],
    };
    const ids = all(buildTree(results, new Set(), new Set())).map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length, ids.join('\n'));
  });

  it('shows launches below their kernel, wherever they stand, and hides what was dismissed', async () => {
    const sources = {
      'k.cuh': KERNEL,
      'a.cu': '#include "k.cuh"\nvoid f(float *a) { k<<<1100, 256>>>(a); }',
    };
    const results = { ...(await analyzed({ sources })), applications: [application('a.cu', 50, 100)] };
    const advice = collectAdvice({ kernels: [], launches: [], applications: results.applications });
    const tree = buildTree({ ...results, advice }, new Set(), new Set());
    const labels = all(tree).map(({ label }) => label);
    assert.ok(labels.includes('launch in a.cu:2'), labels.join('\n'));
    assert.equal(tree.find(({ id }) => id === 'kernels')!.description, '1');
    const left = buildTree({ ...results, advice }, new Set(advice.map(({ id }) => id)), new Set());
    assert.ok(tree.some(({ id }) => id === 'advice') && left.every(({ id }) => id !== 'advice'));
  });
});

describe('a path with any sign in it', () => {
  it('does not keep its kernels from being read', async () => {
    const path = '[x] #1/C# %20 **b**/<img src=x>.cu';
    const { files } = await analyzed({ sources: { [path]: KERNEL } });
    const [kernel] = files[0]!.kernels;
    assert.equal(kernel!.path, path);
    assert.equal(kernel!.refused, null);
    assert.ok(kernel!.kernelClass);
  });
});

describe('assumptions', () => {
  const LOOP = 'for (int i = 0; i < n; ++i) a[i] += 1; }\n';
  const sources = {
    'a.cu': `__global__ void first(float *a, int n) { ${LOOP}`,
    'b.cu': `__global__ void second(float *a, int n) { ${LOOP}`,
  };

  it('of different kernels stand apart, each with its place, and have no value where none can be set', async () => {
    const { assumptions } = await analyzed({ sources });
    const loops = assumptions.filter(({ text }) => /: n is taken as 1024/.test(english(text)));
    assert.deepEqual(
      loops.map(({ text, value, location }) => [
        english(text).split(':')[0],
        value,
        location?.path,
        location?.line,
      ]),
      [
        ['first', '', 'a.cu', 1],
        ['second', '', 'b.cu', 1],
      ],
    );
    const settable = assumptions.filter(({ value }) => value !== '').map(({ key }) => key);
    assert.deepEqual(
      settable.filter((key) => !/:(threadsPerBlock|registers)$/.test(key)),
      [],
    );
  });

  it('that the user replaces say what stood there before', async () => {
    const key = 'a.cu:first:threadsPerBlock';
    const before = (await analyzed({ sources })).assumptions.find((one) => one.key === key)!;
    assert.equal(before.original, undefined);
    const settings = { assumptions: { [key]: 64 } };
    const after = (await analyzed({ sources, settings })).assumptions.find((one) => one.key === key)!;
    assert.deepEqual([after.value, after.original], [64, before.value]);
  });
});

describe('results as text', () => {
  it('name waves, tails and what is not known', async () => {
    const source = `${KERNEL}void f(float *a, int n) { k<<<1100, 256>>>(a); k<<<66, 256>>>(a); k<<<n, 256>>>(a); }`;
    const { files } = await analyzed({ sources: { 'a.cu': source } });
    const [tail, part, unknown] = files[0]!.launches.map(launchSummary);
    assert.equal(tail, '1.0 waves, last one 4 % full');
    assert.equal(part, '6 % of one wave');
    assert.equal(unknown, 'waves not known: needs n');
  });

  it('report launches that fail first, with their places', async () => {
    const launches = Array.from({ length: 7 }, (_, at) => `k<<<10, ${5000 + at}>>>(a);`).join('\n');
    const source = `__global__ void k(float *a) { a[threadIdx.x] = 1; }\nvoid f(float *a) { ${launches} }`;
    const text = report(await analyzed({ sources: { 'a.cu': source } }));
    const [head, fault] = text.slice(text.indexOf('Will fail')).split('\n');
    assert.equal(head, 'Will fail');
    assert.match(fault!, /5000 threads per block, .*\(a\.cu:2\)/);
    assert.match(text, /… and 2 more/);
    assert.ok(!report(await analyzed({ sources: {} })).includes('Will fail'));
  });

  it('report kernels, matrix and what stays unknown', async () => {
    const second = KERNEL.replace(' k(', ' other(');
    const source = `${KERNEL}${second}void f(float *a) { k<<<1100, 256>>>(a); other<<<1100, 256>>>(a); }`;
    const results = await analyzed({ sources: { 'a.cu': source } });
    const text = report({ ...results, applications: [application('a.cu', 50, 100)] });
    assert.match(text, /^2 kernels and 2 launches in one file, on H100/);
    assert.match(text, /a\.cu:1 +k +/);
    assert.doesNotMatch(text, /Co-run slowdown/);
    assert.match(text, /No two of these kernels can run at the same time/);
    assert.match(report(results, 'all'), /Co-run slowdown of the row's kernel/);
    assert.match(text, /not known: the size n/);
    assert.match(text, /order s2→s1: −50 %/);
    assert.equal(coRunSummary(results.files[0]!.kernels[0]!), null);
    assert.equal(report(await analyzed({ sources: {} })).includes('No kernels were found.'), true);
  });
});
