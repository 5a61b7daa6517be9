import type { ProfileHostMessage, ProfileJoins, ProfilePage } from '../../../src/analysis/profileProtocol';
import type { ApiProfile, CompiledKernel, KernelProfile, TransferProfile } from '../../../src/kernel/profile';
import { EMPTY_LAUNCH } from '../../../src/profiles/nvprof/metricTable';
import { profilePage } from '../../../src/analysis/profilePage';
import { sampleRandom } from './random';

const PATH = 'profiles/run.trace.csv';

/** What a profile of each kind holds before it is filled. */
export function emptyPage(): ProfilePage {
  return {
    path: PATH,
    format: 'nvprof-csv-gpu-trace',
    status: 'full',
    device: 'GeForce GTX 950',
    kernels: [],
    transfers: [],
    api: [],
    warnings: [],
    groupedEvents: {},
    origin: 'measured',
    metricUnits: {},
    readings: {},
    operations: [],
    devices: [],
  };
}

const NAMES = [
  'void matrixMulTiled<(int)16>(float const *, float const *, float*, int)',
  'srad2(float*, float const *, int, int)',
  'void cub::DeviceReduceKernel<cub::Policy600, float*, float*, int, cub::Sum>(float*, float*, int, cub::Sum)',
  'reduce(float const *, float*, int)',
  'histogram256(unsigned int*, unsigned char const *, int)',
];

/** Launches of a trace, in the order of their start. */
function sampleLaunches(count: number, seed = 3): readonly KernelProfile[] {
  const random = sampleRandom(seed);
  let startNs = 205_838_553;
  return Array.from({ length: count }, (_, index) => {
    const kind = index % NAMES.length;
    const durationNs = Math.round((kind + 1) ** 2 * 24_000 * (0.9 + random() * 0.2));
    startNs += durationNs + 1500;
    return {
      name: NAMES[kind]!,
      grid: kind === 0 ? [64, 64, 1] : [1024 * (kind + 1), 1, 1],
      block: kind === 0 ? [16, 16, 1] : [256, 1, 1],
      registers: 16 + 4 * kind,
      staticSharedBytes: kind === 0 ? 2048 : 0,
      dynamicSharedBytes: kind === 3 ? 1024 : 0,
      startNs,
      durationNs,
      stream: String(13 + (index % 3)),
      device: 'GeForce GTX 950',
      deviceIndex: 0,
      calls: 1,
      metrics: {},
      location: { path: PATH, line: 6 + index },
    };
  });
}

export function sampleTransfers(count: number): readonly TransferProfile[] {
  const random = sampleRandom(8);
  return Array.from({ length: count }, (_, index) => {
    const toDevice = index % 2 === 0;
    const bytes = 1024 * 1024 * (1 + (index % 4));
    const pinned = index % 3 === 0;
    const rate = (pinned ? 11.5 : 5.5) * (0.9 + random() * 0.2);
    return {
      direction: toDevice ? 'HtoD' : 'DtoH',
      bytes,
      startNs: 100_000 * index,
      durationNs: Math.round(bytes / rate),
      pinned,
      stream: String(13 + (index % 3)),
      device: 'GeForce GTX 950',
      deviceIndex: 0,
      calls: 1,
      location: { path: PATH, line: 500 + index },
    };
  });
}

function sampleApi(count: number): readonly ApiProfile[] {
  const names = ['cudaLaunchKernel', 'cudaMemcpyAsync', 'cudaStreamSynchronize'];
  return Array.from({ length: count }, (_, index) => ({
    name: names[index % names.length]!,
    startNs: 5000 * index,
    durationNs: 1800 + (index % 7) * 350,
    calls: 1,
    location: { path: PATH, line: 900 + index },
  }));
}

/** A GPU trace with everything that such a file can hold. */
export function samplePage(launches: number): ProfilePage {
  return {
    ...emptyPage(),
    kernels: sampleLaunches(launches),
    transfers: sampleTransfers(Math.min(launches, 40)),
    api: sampleApi(Math.min(launches * 3, 120)),
    runs: [{ pid: '4711', command: './srad 0.5 8 2048 2048' }],
    warnings: [
      {
        code: 'damaged-row',
        message: 'a row of the table is cut or damaged and was left out',
        location: { path: PATH, line: 812 },
      },
      { code: 'nvprof-warning', message: '2 records have invalid timestamps' },
    ],
  };
}

/** Counters of two kernels, as nvprof and Nsight Compute give them. */
export function sampleMetricsPage(): ProfilePage {
  const bare = { ...EMPTY_LAUNCH, device: 'GeForce GTX 950', deviceIndex: 0 };
  return {
    ...emptyPage(),
    path: 'profiles/run.metrics.csv',
    format: 'nvprof-csv-metrics',
    kernels: [
      {
        ...bare,
        name: NAMES[1]!,
        calls: 20,
        metrics: {
          ipc: 2.965096,
          dram_read_throughput: 55_493_463_176.64,
          achieved_occupancy: 0.700538,
          gld_efficiency: 99.870979,
          dram_utilization: 8,
          inst_executed: 3_194_880,
        },
        metricRanges: { achieved_occupancy: { min: 0.700325, max: 0.7007 } },
        events: { elapsed_cycles_sm: 1_234_567 },
        instances: { sm_efficiency_instance: [98.5, 97.25] },
        location: { path: 'profiles/run.metrics.csv', line: 6 },
      },
      {
        ...bare,
        name: NAMES[3]!,
        calls: 4,
        metrics: { ipc: 0.91, inst_executed: 24_880 },
        originals: {
          inst_executed: { name: 'smsp__inst_executed.sum', text: '24,880', unit: 'inst' },
          'dram__bytes.sum': { name: 'dram__bytes.sum', text: '32.75', unit: 'Mbyte', value: 32_750_000 },
        },
        location: { path: 'profiles/run.metrics.csv', line: 33 },
      },
    ],
    metricUnits: {
      ipc: '',
      dram_read_throughput: 'B/s',
      achieved_occupancy: '',
      gld_efficiency: '%',
      dram_utilization: 'level',
      inst_executed: '',
      'dram__bytes.sum': 'B',
    },
  };
}

/** A build log with what ptxas said. */
export function sampleCompiledPage(): ProfilePage {
  const compiled = (name: string, architecture: string, registers: number, spill: number, line: number) =>
    ({
      name,
      architecture,
      registers,
      staticSharedBytes: 2048,
      constantBytes: { 0: 352, 2: 24 },
      stackBytes: spill === 0 ? 0 : 40,
      spillStoreBytes: spill,
      spillLoadBytes: spill,
      location: { path: 'build.ptxas.log', line },
    }) satisfies CompiledKernel;
  return {
    ...emptyPage(),
    path: 'build.ptxas.log',
    format: 'ptxas-log',
    device: null,
    compiled: [
      compiled('_Z14matrixMulTiledPKfS0_Pfi', 'sm_52', 32, 0, 3),
      compiled('_Z14matrixMulTiledPKfS0_Pfi', 'sm_86', 40, 0, 6),
      compiled('_Z5srad2PfPKfii', 'sm_52', 63, 24, 9),
    ],
  };
}

/** A report that only its maker's tool can open. */
export function sampleRefusedPage(): ProfilePage {
  return {
    ...emptyPage(),
    path: 'profiles/app.ncu-rep',
    format: 'ncu-rep',
    status: 'refused',
    reason:
      'a Nsight Compute report, whose format is not published; export it with: ncu --import "profiles/app.ncu-rep" --csv --page raw --print-units base > "profiles/app.csv"',
    device: null,
  };
}

/** One kernel found, one ambiguous, the others not in the sources. */
export function sampleJoins(patch: Partial<ProfileJoins> = {}): ProfileJoins {
  return {
    sources: {
      [NAMES[1]!]: [{ path: 'src/image.cu', line: 39, name: 'srad2' }],
      [NAMES[3]!]: [
        { path: 'src/reduction.cu', line: 12, name: 'reduce' },
        { path: 'src/legacy/reduction.cu', line: 80, name: 'legacy::reduce' },
      ],
    },
    otherGpu: null,
    analyzed: true,
    ...patch,
  };
}

/** What the host says of a file that is read and joined. */
export function sampleMessages(
  page: ProfilePage,
  joins: ProfileJoins = sampleJoins(),
): readonly ProfileHostMessage[] {
  return [
    { type: 'joins', joins },
    { type: 'page', page },
  ];
}

/** Kernels of one iteration of a network, with their operators and times in µs. */
const ITERATION = [
  ['ampere_bf16_s16816gemm_bf16_128x64_ldg8_f2f_stages_64x3_tn', 'aten::addmm', 120],
  [
    'void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, std::array<char*, 3ul> >(int, at::native::CUDAFunctor_add<float>, std::array<char*, 3ul>)',
    'aten::add',
    14,
  ],
  ['triton_per_fused__softmax_3', 'aten::softmax', 22],
  ['matmul_kernel(float const *, float *)', 'aten::mm', 60],
] as const;

/** A trace of a network: iterations with a copy each, prepared by the host, in two streams. */
export function sampleTracePage(iterations: number): ProfilePage {
  const file = { path: 'traces/net.pt.trace.json', device: 'NVIDIA A100-SXM4-80GB' };
  const common = { device: file.device, deviceIndex: 0, calls: 1, run: 0 };
  const at = (line: number) => ({ location: { path: file.path, line } });
  const kernels: KernelProfile[] = [];
  const transfers: TransferProfile[] = [];
  for (let i = 0; i < iterations; i++) {
    let startNs = i * 400_000;
    transfers.push({
      ...{ ...common, direction: 'HtoD', bytes: 1 << 20, pinned: true, startNs, durationNs: 45_000 },
      ...{ stream: '13', call: { startNs: startNs - 20_000, durationNs: 9000 }, ...at(10 * i + 1) },
    });
    startNs += 20_000;
    for (const [k, [name, operator, us]] of ITERATION.entries()) {
      startNs += k === 2 ? 40_000 : 4000;
      const call = { startNs: startNs - (k === 2 ? 25_000 : 60_000), durationNs: 5000 };
      kernels.push({
        ...EMPTY_LAUNCH,
        ...{ ...common, name, operator, call, startNs, durationNs: us * 1000, stream: '7' },
        ...{ grid: [256, 1, 1], block: [128, 1, 1], registers: 64, metrics: {}, ...at(10 * i + 2 + k) },
      });
      startNs += us * 1000;
    }
  }
  return profilePage({
    ...{ ...file, format: 'kineto-json', status: 'full', api: [], warnings: [], kernels, transfers },
    runs: [{ pid: '4711', command: null, rank: 0, worldSize: 2 }],
  });
}
