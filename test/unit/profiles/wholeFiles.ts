import { METRICS_HEADER, PREAMBLE, TRACE_HEADER, lines } from '../../../lab/profiles/profileText';
import { unreadFiles } from './unreadFiles';
import { kinetoTraces, statsReports } from './wholeTraces';
import { databases } from './wholeDatabases';
import { numbers, read, sum, unread, type WholeFile } from './wholeFile';

const grouped = (value: number): string => value.toLocaleString('en');
const DEVICE = '"GeForce GTX 950 (0)"';

/** Rows of a trace: a copy after every second kernel, with nvprof's digits and the throughput of 2³⁰ bytes a second. */
function traceRows(times: readonly number[], unitNs: number): string[] {
  return times.map((ns, at) => {
    const head = `${(500 + at * 0.2).toFixed(6)},${(ns / unitNs).toFixed(6)}`;
    const bytes = 400 * (at + 1) * 4;
    const where = `${DEVICE},"1","${13 + (at % 2)}"`;
    return at % 3 === 2
      ? `${head},,,,,,,,,,${(bytes / 1024).toFixed(6)},${(bytes / ns / 1.073741824).toFixed(6)},${where},"[CUDA memcpy ${at % 2 ? 'HtoD' : 'DtoH'}]"`
      : `${head},${at + 1},${(at % 4) + 1},1,256,1,1,18,0,0,,,${where},"void step<int=${at % 5}>(float const *, int) [${200 + 6 * at}]"`;
  });
}

function traces(): WholeFile[] {
  const [micro, milli, second] = [numbers(1), numbers(2), numbers(3)];
  const trace = (unit: string, times: readonly number[], unitNs: number): string[] => [
    TRACE_HEADER,
    `ms,${unit},,,,,,,,B,B,KB,GB/s,,,,`,
    ...traceRows(times, unitNs),
  ];
  return [
    read(
      'nvprof-csv-gpu-trace/microseconds.csv',
      'nvprof-csv-gpu-trace',
      sum(micro),
      lines(PREAMBLE, '==4242== Profiling result:', trace('us', micro, 1e3)),
    ),
    read(
      'nvprof-csv-gpu-trace/two-runs.csv',
      'nvprof-csv-gpu-trace',
      sum(milli) + sum(second),
      lines(
        PREAMBLE,
        'step 1, loss 0.5',
        '==4242== Profiling result:',
        trace('ms', milli, 1e6),
        'done in 12 us',
        PREAMBLE,
        '==4243== Profiling result:',
        trace('us', second, 1e3),
      ),
    ),
  ];
}

function textTraces(): WholeFile[] {
  const times = numbers(4);
  const shown = times.map((ns, at) => (at % 2 ? `${(ns / 1e6).toFixed(6)}ms` : `${(ns / 1e3).toFixed(3)}us`));
  const rows = shown.map((time, at) => {
    const start = at < 20 ? `${500 + at}.00ms` : `1.30${966 + at}s`;
    return at % 3 === 2
      ? `${start}  ${time}                    -               -         -         -         -  4.0000MB           -  GeForce GTX 950         1         7  [CUDA memcpy HtoD]`
      : `${start}  ${time}        (512 ${at + 1} 1)         (2 2 1)         8        0B       24B         -           -  GeForce GTX 950         1         7  copy(float*, int, int) [${224 + at}]`;
  });
  return [
    read(
      'nvprof-text-gpu-trace/mixed-units',
      'nvprof-text-gpu-trace',
      sum(times),
      lines(
        PREAMBLE,
        '==4242== Profiling result:',
        '   Start  Duration            Grid Size      Block Size     Regs*    SSMem*    DSMem*      Size  Throughput           Device   Context    Stream  Name',
        rows,
        '',
        'Regs: Number of registers used per CUDA thread. This number includes registers used internally.',
        'SSMem: Static shared memory allocated per CUDA block.',
      ),
    ),
  ];
}

function metricTables(): WholeFile[] {
  const kernels = ['scan(int, float*)', 'void add<int=4>(float const *, float*)', 'reduce(float*)'];
  const occupancies = [0.469507, 0.25, 0.991454];
  const table = (from: number): string[] =>
    kernels.flatMap((kernel, at) => {
      const row = (name: string, value: string): string =>
        `${DEVICE},"${kernel}",${at + from},"${name}","${name} of ""it""",${value},${value},${value}`;
      return [
        row('achieved_occupancy', occupancies[at]!.toFixed(6)),
        row('sm_efficiency', '98.110513%'),
        row('dram_utilization', '"Mid (4)"'),
        row('dram_read_throughput', '28.656555GB/s'),
        row('inst_executed', String(2109440 + at)),
      ];
    });
  const log = (at: number): string[] => [
    `== program ${at} NOLOAD`,
    "ptxas info    : Compiling entry function 'loop_63_gpu' for 'sm_50'",
    'ptxas info    : Function properties for loop_63_gpu',
    '    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads',
    'ptxas info    : Used 40 registers, 388 bytes cmem[0]',
    PREAMBLE[0]!,
    '==4242== Some kernel(s) will be replayed on device 0 in order to collect all events/metrics.',
    'elapsed: 0.12, 3 iterations',
    '==4242== Profiling result:',
    '==4242== Metric result:',
    METRICS_HEADER,
    ...table(at),
  ];
  const events = numbers(5, 6);
  return [
    read(
      'nvprof-csv-metrics/three-kernels.csv',
      'nvprof-csv-metrics',
      sum(occupancies),
      lines(PREAMBLE, '==4242== Metric result:', METRICS_HEADER, table(1)),
    ),
    read(
      'nvprof-csv-metrics/logs.log',
      'ptxas-log+nvprof-csv-metrics',
      3 * sum(occupancies),
      lines(log(1), log(2), log(3)),
    ),
    read(
      'nvprof-csv-events/both.csv',
      'nvprof-csv-events+nvprof-csv-metrics',
      2 * sum(events),
      lines(
        PREAMBLE,
        '==4242== Event result:',
        '"Device","Kernel","Invocations","Event Name","Min","Max","Avg","Total"',
        events.map(
          (value, at) =>
            `"Tesla V100 (0)","vectorAdd(int)",2,"event_${at}",${value},${value},${value},${2 * value}`,
        ),
        '==4242== Metric result:',
        METRICS_HEADER,
        '"Tesla V100 (0)","vectorAdd(int)",2,"inst_executed","Instructions",458752,458752,458752',
      ),
    ),
  ];
}

function textMetrics(): WholeFile {
  const adds = [6606336000, 64];
  const kernel = (name: string, value: number): string[] => [
    `    Kernel: ${name}`,
    `          1                        flop_sp_efficiency              FLOP Efficiency(Peak Single)       0.43%       0.43%       0.43%`,
    `          1                         flop_count_sp_add   Floating Point Operations(Single Add)  ${value}  ${value}  ${value}`,
    '          1                        alu_fu_utilization   Arithmetic Function Unit Utilization     Low (1)     Low (1)     Low (1)',
  ];
  return read(
    'nvprof-text-metrics/bodies.out',
    'nvprof-text-metrics',
    sum(adds),
    lines(
      PREAMBLE[0]!,
      'N: 30720',
      'Replaying kernel "bodies(Particles const &, int)" (done)',
      'Center of mass on GPU:nts',
      '50.002, 50.1757, 50.1148, 3.83881e+13',
      '==4242== Metric result:',
      'Invocations                               Metric Name                        Metric Description         Min         Max         Avg',
      'Device "Tesla K20m (0)"',
      kernel('bodies(Particles const &, int)', adds[0]!),
      kernel('bodies__red(Particles const &, int)', adds[1]!),
    ),
  );
}

function summaries(): WholeFile[] {
  const times = [12_700_000, 26_062];
  const rows = [
    `99.8,${times[0]! / 1e3},100,127,120,130,"[CUDA memcpy HtoD]"`,
    `0.2,${times[1]! / 1e3},2,13.031,13,13.062,"[CUDA memcpy DtoH]"`,
  ];
  return [
    read(
      'nvprof-csv-summary/old.csv',
      'nvprof-csv-summary',
      sum(times),
      lines(
        PREAMBLE,
        'N,1024',
        '==4242== Profiling result:',
        '"Time(%)","Time","Calls","Avg","Min","Max","Name"',
        '%,us,,us,us,us,',
        rows,
      ),
    ),
  ];
}

function computeFiles(): WholeFile {
  const [kernels, copies] = [numbers(6), numbers(7)];
  const rows = kernels.flatMap((ns, at) => [
    `118f7514${(0x539d6a40 + 4096 * at).toString(16)},_Z9incKernelPfS_ii,${ns / 1e3},10.895,1,8192,1,512,1,1,0,0,4,1,,0`,
    `118f7514${(0x539d7a40 + 4096 * at).toString(16)},memcpy${at % 2 ? 'HtoDasync' : 'DtoHasync'},${copies[at]! / 1e3},9.498,,,,,,,,,,2,67108864,1`,
  ]);
  return read(
    'legacy-computeprof-csv/session.csv',
    'computeprof-csv',
    sum(kernels) + sum(copies),
    lines(
      '# CUDA_PROFILE_LOG_VERSION 1.6',
      '# CUDA_PROFILE_CSV 1',
      '# TIMESTAMPFACTOR 118f6174a28ed5f5',
      '# CUDA_DEVICE 0 GeForce GTX 480',
      'gpustarttimestamp,method,gputime,cputime,occupancy,gridSizeX,gridSizeY,blockSizeX,blockSizeY,blockSizeZ,dynSmemPerBlock,staSmemPerBlock,registerPerThread,streamID,memTransferSize,memtransferhostmemtype',
      rows,
    ),
  );
}

function computeReports(): WholeFile[] {
  const times = numbers(8, 9);
  const details = times.flatMap((ns, at) => {
    const row = (name: string, unit: string, value: string): string =>
      `"${at}","17333","a.out","127.0.0.1","basic(int, const float *)","1","7","(32, 32, 1)","(32, 32, 1)","0","8.6","Command line profiler metrics","${name}","${unit}","${value}"`;
    return [
      row('dram__bytes.sum', 'byte', '32,746,880'),
      row('gpu__time_duration.sum', 'nsecond', grouped(ns)),
      row('smsp__inst_executed.sum', 'inst', '1,073,741,824'),
    ];
  });
  const block = (kernel: string, unit: string, time: string): string[] => [
    `  ${kernel} (16384, 1, 1)x(128, 1, 1), Context 1, Stream 13, Device 0, CC 8.9`,
    '    Section: GPU Speed Of Light Throughput',
    '    ----------------------- ----------- ------------',
    '    Metric Name             Metric Unit Metric Value',
    '    ----------------------- ----------- ------------',
    '    SM Frequency                    Ghz         1.54',
    '    Elapsed Cycles                cycle        39738',
    '    DRAM Throughput                   %         0.05',
    `    ${'Duration'.padEnd(23)} ${unit.padStart(11)} ${time.padStart(12)}`,
    '    ----------------------- ----------- ------------',
    '',
    '    OPT   Compute is more heavily utilized than Memory: see what the compute pipelines spend their time on.',
    '',
  ];
  const started = [
    './main 4096 1024 100',
    '==PROF== Connected to process 29317 (/work/app/main)',
    '==PROF== Profiling "walk" - 0 (1/4): 0%....50%....100% - 8 passes',
  ];
  return [
    read(
      'ncu-csv-details/nine.csv',
      'ncu-csv-details',
      sum(times),
      lines(
        '==PROF== Connected to process 17333 (/work/a.out)',
        'max error 0, "quoted"',
        '==PROF== Disconnected from process 17333',
        '"ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC","Section Name","Metric Name","Metric Unit","Metric Value"',
        details,
      ),
    ),
    read(
      'ncu-text/four.txt',
      'ncu-text',
      10_645_760,
      lines(
        started,
        '==PROF== Disconnected from process 29317',
        '[29317] main@127.0.0.1',
        block('walk', 'ms', '2.80'),
        block('void step<(int)4>(int, T2)', 'msecond', '3.83'),
        block('walk', 'ms', '3.99'),
        block('walk', 'us', '25.76'),
      ),
    ),
    unread(
      'ncu-text/elsewhere.out',
      'ncu-text',
      lines(started, '==PROF== Report: /work/app/profile.out.ncu-rep'),
      'empty',
    ),
  ];
}

function registerLogs(): WholeFile[] {
  const entries = ['_Z5saxpyiPf', 'kernel(unsigned int*, unsigned int*, int)', 'loop_25_gpu'];
  const log = (architecture: string, registers: readonly number[]): string[] =>
    entries.flatMap((entry, at) => [
      `ptxas info    : Compiling entry function '${entry}' for '${architecture}'`,
      `ptxas info    : Function properties for ${entry}`,
      '    8 bytes stack frame, 4 bytes spill stores, 12 bytes spill loads',
      `ptxas info    : Used ${registers[at]!} registers, 364 bytes cmem[0]`,
    ]);
  const build = [
    'user@host:~/work$ make',
    'nvcc -O3 -c main.cu -o main.o',
    'ptxas info    : 77952 bytes gmem',
    'ptxas info    : 0 bytes gmem',
  ];
  return [
    read('ptxas-log/one', 'ptxas-log', 40 + 9 + 255, lines(build, log('sm_52', [40, 9, 255]))),
    read(
      'ptxas-log/two-architectures.log',
      'ptxas-log',
      40 + 9 + 255 + 38 + 10 + 128,
      lines(build, log('sm_35', [40, 9, 255]), 'g++ -o app main.o', log('sm_50', [38, 10, 128])),
    ),
  ];
}

/** Two files or more of the shape of every format that is known, with the noise of real ones around them. */
export function wholeFiles(): readonly WholeFile[] {
  return [
    ...traces(),
    ...textTraces(),
    ...metricTables(),
    textMetrics(),
    ...summaries(),
    computeFiles(),
    ...computeReports(),
    ...registerLogs(),
    ...databases(),
    ...kinetoTraces(),
    ...statsReports(),
    ...unreadFiles(),
  ];
}
