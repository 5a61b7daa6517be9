import { readCompileCommands } from '../../src/analysis/compileCommands';
import { parseReadings } from '../../src/gpu/calibration/readings';
import { parseCoRunData } from '../../src/gpu/measuredCoRuns/coRunData';
import { readPrinted } from '../../src/gpu/measuredCoRuns/printedCoRuns';
import { ownGpu } from '../../src/simulator/spec/ownGpu';
import { parseCluster } from '../../src/kernel/cluster';
import { parseQueue } from '../../src/kernel/queue';
import { validate } from '../../src/kernel/validation';
import { withMatrix } from '../../src/sharing/queue/matrixSlowdowns';
import { readSacct } from '../../src/sharing/queue/sacct';
import { parseDramStream } from '../../src/simulator/dram/dramStream';
import { dramTimingSchema } from '../../src/simulator/dram/dramTiming';
import { documentReader, textReader, type FuzzedReader } from './reader';

const GPU = { id: 'lab', like: 'H100 PCIe', sms: 100, dram: { peakGBs: 1500, type: 'HBM3' } };

const CALIBRATION = `corun-calibration 1
name = NVIDIA A100-SXM4-80GB
compute_capability = 8.0
sms = 108
clock_mhz = 1410
l2_kib = 40960
l1_latency_cycles = 38.4
dram_read_gbs = 1783.5
end
`;

const CO_RUNS = `corun-measure 1
name = NVIDIA A100-SXM4-40GB
compute_capability = 8.0
sms = 108
kernel vectorAdd samples/vector_add.cuh grid=16384,1,1 block=256,1,1 us=36.1000 count=4194304
kernel walk suite/walk.cu grid=960,1,1 block=256,1,1 us=90.5000 steps=200 repetitions=0
corun streams vectorAdd+walk slowdown=1.3000,1.9500
corun green-contexts vectorAdd+walk slowdown=1.3000,1.9500 sms=48,48
skipped time-slice walk+walk
end
`;

const ACCOUNTED = `JobID|JobName|Submit|Elapsed|AllocTRES
7|train|2024-02-28T23:59:50|00:10:00|billing=4,cpu=4,gres/gpu=1,mem=8G
7.batch|batch|2024-02-28T23:59:50|00:10:00|cpu=4,gres/gpu=1
8|infer|2024-02-29T00:00:20|1-02:00:05|cpu=1,gres/gpu:v100=1
9|large|2024-02-29T00:00:20|05:30|gres/gpu=8
`;

const STREAM = 'R 0 12 3\nW 3 12 7\nR 1 5 0\nR 0 13 3\n';
const STREAM_BANKS = 16;

const COMMANDS = [
  { directory: '/build', file: 'a.cu', command: 'nvcc -DN=32 "-I../include dir" -U OLD -c ../a.cu -o a.o' },
  { directory: '.', file: 'b.cu', arguments: ['clang++', '-x', 'cuda', '-isystem', 'inc', '-DM', 'b.cu'] },
];

/** A table of pairs as `corun analyze --json` prints it, and a queue with its kernels as applications. */
const MATRIX = {
  matrix: {
    kernelIds: ['a.cu#a', 'b.cu#b'],
    names: ['a', 'b'],
    cells: [
      [null, { slowdown: 1.25, origin: 'simulated', error: 0.1 }],
      [{ slowdown: 1.5, origin: 'predicted', error: null }, null],
    ],
  },
};
const PAIRED_QUEUE = {
  gpus: [{ gpu: 'h100-sxm', count: 2 }],
  applications: ['a', 'b'].map((name) => ({ name, seconds: 60 })),
  jobs: [{ application: 'a' }, { application: 'b' }],
};

/** Files of the sample workspaces that tell of machines and jobs. */
export interface MachineSeeds {
  readonly queues: readonly unknown[];
  readonly clusters: readonly unknown[];
  readonly memories: readonly unknown[];
}

/** Readers of what tells of machines and jobs: GPU files, measurements of cards, accounting, queues, clusters, memories. */
export function machineReaders({ queues, clusters, memories }: MachineSeeds): readonly FuzzedReader[] {
  const { data } = readPrinted(CO_RUNS, 'seed');
  return [
    documentReader('GPU files', 2, [GPU], (value) => ownGpu('fuzz.gpu.json', value)),
    textReader('figures of a card', 2, CALIBRATION, (text) => parseReadings(text, 'fuzz.txt')),
    textReader('measured co-runs as printed', 2, CO_RUNS, (text) => readPrinted(text, 'fuzz.txt')),
    documentReader('measured co-runs', 1, [data], parseCoRunData),
    textReader('accounting of Slurm', 2, ACCOUNTED, (text) => readSacct('fuzz.txt', text, new Set())),
    documentReader('queues', 2, queues, parseQueue),
    documentReader('slowdowns of a queue', 1, [MATRIX], (value) =>
      withMatrix(parseQueue(PAIRED_QUEUE), value),
    ),
    documentReader('clusters', 1, clusters, parseCluster),
    documentReader('timings of memories', 1, memories, (value) => validate(dramTimingSchema, value)),
    textReader('requests of a memory', 1, STREAM, (text) => parseDramStream(text, STREAM_BANKS)),
    textReader('commands of builds', 2, JSON.stringify(COMMANDS), readCompileCommands),
  ];
}
