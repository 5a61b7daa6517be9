import fs from 'node:fs';
import path from 'node:path';
import type { MachineSeeds } from './machineReaders';

/** Good inputs, of which the others are made. */
export interface Seeds {
  readonly profiles: readonly Uint8Array[];
  readonly databases: readonly Uint8Array[];
  readonly cuda: readonly Uint8Array[];
  readonly hip: readonly Uint8Array[];
  readonly ptx: readonly Uint8Array[];
  readonly training: readonly Uint8Array[];
  readonly expressions: readonly Uint8Array[];
  readonly globs: readonly Uint8Array[];
  readonly symbols: readonly Uint8Array[];
  readonly scenarios: readonly unknown[];
  readonly programs: readonly unknown[];
  readonly workloads: readonly unknown[];
  readonly baselines: readonly unknown[];
  readonly machines: MachineSeeds;
  readonly messages: { readonly dashboard: readonly unknown[]; readonly profile: readonly unknown[] };
  /** Trained models of a folder below `models`. */
  readonly models: (folder: string) => readonly unknown[];
}

/** Profiles of every format that is read. */
export interface ProfileSeeds {
  readonly texts: readonly string[];
  readonly databases: readonly Uint8Array[];
}

const TRAINING_ROWS = 12;
const SMALLEST = 2;

const PTX = `.version 8.0
.target sm_90
.address_size 64
.global .align 4 .b8 table[16] = {1, 2, 3, 4};
.visible .entry scale(.param .u64 scale_0, .param .u32 scale_1)
.maxntid 256, 1, 1
{
  .reg .pred %p<3>;
  .reg .b32 %r<8>;
  .reg .b64 %rd<5>;
  .shared .align 4 .b8 tile[1024];
  ld.param.u64 %rd1, [scale_0];
  mov.u32 %r1, %tid.x;
  setp.ge.s32 %p1, %r1, %r2;
  @%p1 bra $L_end;
  mad.lo.s32 %r3, %r1, 4, %r2;
  st.global.f32 [%rd1+16], 0f3F800000;
  bar.sync 0;
$L_end:
  ret;
}
`;

const HIP = `#include <hip/hip_runtime.h>
#define N 4096
__global__ void scale(float *a, float by, int n) {
  int i = hipBlockIdx_x * hipBlockDim_x + hipThreadIdx_x;
  if (i < n) a[i] *= by;
}
void run(float *a, hipStream_t stream) {
  hipMemcpyAsync(a, a, N * sizeof(float), hipMemcpyHostToDevice, stream);
  hipLaunchKernelGGL(scale, dim3(N / 256), dim3(256), 0, stream, a, 2.0f, N);
}
`;

/** Every kind of statement, index, trip count and condition. */
const PROGRAM = {
  name: 'all',
  registersPerThread: 32,
  parameters: { n: 64 },
  arrays: {
    a: { elementBytes: 4, elements: 'n * 4' },
    tile: { elementBytes: 4, elements: 256, space: 'shared', dynamic: true },
  },
  body: [
    { op: 'compute', class: 'fp32', count: 'n / 4', distance: 2 },
    {
      op: 'load',
      array: 'a',
      index: { kind: 'random', scope: 'grid', footprint: 'n' },
      into: 'x',
      vector: 2,
    },
    { op: 'load', array: 'a', index: { kind: 'chase', stride: 3 }, into: 'y', cache: 'bypass' },
    { op: 'asyncCopy', array: 'a', index: 'globalThread', to: 'tile', into: 'z' },
    { op: 'barrier', after: ['z'] },
    { op: 'sleep', ns: 100 },
    {
      op: 'loop',
      name: 'i',
      trips: { start: 'threadX', below: 'n', step: 32 },
      body: [{ op: 'atomic', array: 'a', index: { kind: 'indirect', at: 'i', values: 'near', window: 8 } }],
    },
    { op: 'loop', trips: { uniform: [1, 4], scope: 'lane' }, body: [{ op: 'compute', class: 'integer' }] },
    {
      op: 'if',
      condition: { probability: 0.5, scope: 'warp' },
      then: [{ op: 'store', array: 'tile', index: 'threadX % 32' }],
      else: [{ op: 'if', condition: 'globalThread < n', then: [{ op: 'compute', class: 'control' }] }],
    },
  ],
};

const BASELINE = {
  gpu: 'h100-sxm',
  mode: 'streams',
  kernels: [{ id: 'a.cu:k', timeNs: 1200 }],
  slowdowns: [{ id: 'a.cu:k', beside: { id: 'b.cu:m' }, slowdown: 1.3, error: 0.1 }],
};

/** What both pages send. */
const MESSAGES = [
  { type: 'ready' },
  { type: 'reveal', path: 'a.cu', line: 3 },
  { type: 'copy', text: 'a,b', what: 'table' },
  { type: 'save', suggestedName: 'a.csv', text: 'a,b' },
];
const DASHBOARD_MESSAGES = [
  { type: 'setAssumption', key: 'a.cu:k:registers', value: 32 },
  { type: 'selectMode', mode: 'streams' },
  { type: 'runFile', view: 'scenario', again: true },
];

/** Seeds of a checkout; profiles come from who has them. */
export function seedsOf(root: string, profiles: ProfileSeeds): Seeds {
  const at = (name: string): string => path.join(root, name);
  const json = (file: string): unknown => JSON.parse(fs.readFileSync(file, 'utf8'));
  const scenarios = filesIn(at('workloads/samples/scenarios'), '.json').map(json);
  return {
    profiles: profiles.texts.map(encoded),
    databases: profiles.databases,
    cuda: filesIn(at('workloads/samples'), '.cu').map((file) => fs.readFileSync(file)),
    hip: [encoded(HIP)],
    ptx: [encoded(PTX)],
    training: filesIn(at('models/themis'), '.ndjson').map((file) => firstLines(file, TRAINING_ROWS)),
    expressions: ['min(n, 4) * blockX + 3', 'ceil(n / 256) % 7 - 1', '-(1 + 2) * max(a, b)'].map(encoded),
    globs: ['**/*.{cu,cuh}', '**/{node_modules,.git,build}/**', 'src/[a-z]?/*.cu', '[!a]**'].map(encoded),
    symbols: ['_Z9vectorAddPKfS0_Pfi', '_ZN3lib6scaleEIfLi4EEvPT_S1_i', '_Z1kIN5thrust6detailEEvDpT_'].map(
      encoded,
    ),
    scenarios,
    programs: [...programsIn(scenarios), PROGRAM],
    workloads: filesIn(at('workloads/suite'), 'workload.json').map(json),
    baselines: [BASELINE],
    machines: {
      queues: filesIn(at('workloads/samples/queues'), '.json').map(json),
      clusters: filesIn(at('workloads/samples/clusters'), '.json').map(json),
      memories: (json(at('src/simulator/dram/data/timings.json')) as readonly unknown[]).slice(0, SMALLEST),
    },
    messages: { dashboard: [...MESSAGES, ...DASHBOARD_MESSAGES], profile: MESSAGES },
    models: (folder) => smallest(filesIn(at(`models/${folder}`), '.json'), SMALLEST).map(json),
  };
}

/** The kernel programs that stand in documents, however deep. */
function programsIn(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => (key === 'program' ? [part] : programsIn(part)));
}

function filesIn(folder: string, ending: string): string[] {
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return names.filter((name) => name.endsWith(ending)).map((name) => path.join(folder, name));
}

function smallest(files: readonly string[], count: number): readonly string[] {
  return [...files].sort((a, b) => fs.statSync(a).size - fs.statSync(b).size).slice(0, count);
}

function firstLines(file: string, count: number): Uint8Array {
  const lines = fs.readFileSync(file, 'utf8').split('\n').slice(0, count);
  return encoded(`${lines.join('\n')}\n`);
}

function encoded(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
