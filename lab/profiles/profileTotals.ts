import type { KernelProfile, ProfileFile } from '../../src/kernel/profile';

/** One total over a profile file, as the readers give it and as another program counts it on the bare file. */
export interface FileTotal {
  readonly what: string;
  readonly value: (file: ProfileFile) => number;
  /** A program that prints the same total of the file that is its last argument; it knows nothing of the readers. */
  readonly program: readonly ['awk', string] | readonly ['python3', '-c', string];
}

const sumOf = <T>(items: readonly T[], value: (item: T) => number): number =>
  items.reduce((sum, item) => sum + value(item), 0);

const time = ({ durationNs, calls }: { durationNs: number | null; calls: number }): number =>
  (durationNs ?? 0) * calls;

const allTimes = (file: ProfileFile): number =>
  sumOf(file.kernels, time) + sumOf(file.transfers, time) + sumOf(file.api, time);

const metric =
  (name: string): ((file: ProfileFile) => number) =>
  (file) =>
    sumOf(file.kernels, (kernel: KernelProfile) => kernel.metrics[name] ?? 0);

const UNITS = 'BEGIN{f["s"]=1e9;f["ms"]=1e6;f["us"]=1e3;f["ns"]=1}';
/** Splits `16.384us` into number and unit. */
const TEXT_TIME = 'function t(x){match(x,/[0-9.]+/);return substr(x,1,RLENGTH)*f[substr(x,RLENGTH+1)]}';

const SQLITE = (tables: readonly string[]): readonly ['python3', '-c', string] => [
  'python3',
  '-c',
  `import sqlite3,sys
c=sqlite3.connect('file:%s?mode=ro&immutable=1'%sys.argv[1],uri=True)
have={n for n, in c.execute("select name from sqlite_master")}
print(sum(c.execute('select total("end"-start) from CUPTI_ACTIVITY_KIND_'+t).fetchone()[0] for t in '${tables.join(' ')}'.split() if 'CUPTI_ACTIVITY_KIND_'+t in have).__int__())`,
];

/** Times of a trace of PyTorch's profiler by its categories, in whole ns. */
const KINETO: readonly ['python3', '-c', string] = [
  'python3',
  '-c',
  `import gzip,json,sys
f=sys.argv[1]
d=json.load(gzip.open(f) if f.endswith('.gz') else open(f))
cats='kernel Kernel gpu_memcpy Memcpy gpu_memset Memset cuda_runtime cuda_driver Runtime'.split()
print(sum(round(e['dur']*1000) for e in (d if isinstance(d,list) else d['traceEvents']) if e.get('ph')=='X' and e.get('cat') in cats))`,
];

/** Total times of the reports of CUDA that `nsys stats` prints, as CSV or text; nothing else of them. */
const NSYS_STATS: readonly ['python3', '-c', string] = [
  'python3',
  '-c',
  `import re,sys
report='cuda';total=0
for line in open(sys.argv[1]):
  m=re.search(r"/(\\w+)\\.py\\]|Executing '(\\w+)'",line)
  if m: report=m.group(1) or m.group(2)
  if not report.startswith('cuda') or 'mem_size' in report: continue
  m=re.match(r'\\s*[\\d.]+(?:,| {2,})([\\d,]+?)(?:,\\d+,| {2,})',line)
  if m: total+=int(m.group(1).replace(',',''))
print(total)`,
];

/** The total that is checked for each folder of the collection whose files are read. */
export const FILE_TOTALS: Readonly<Record<string, FileTotal>> = {
  'kineto-trace': {
    what: 'time of all kernels, copies, memsets and calls, ns',
    value: allTimes,
    program: KINETO,
  },
  'legacy-computeprof-csv': {
    what: 'time on the GPU, ns',
    value: allTimes,
    program: ['awk', 'BEGIN{FS=","} /^[0-9a-f]+,/{s+=$3*1000} END{printf "%.0f",s}'],
  },
  'ncu-csv-details': {
    what: 'kernel time, ns',
    value: allTimes,
    program: [
      'awk',
      'BEGIN{FS="\\""} /gpu__time_duration.sum/{v=$(NF-1);gsub(",","",v);s+=v} END{printf "%.0f",s}',
    ],
  },
  'ncu-text': {
    what: 'kernel time, ns',
    value: allTimes,
    program: [
      'awk',
      'BEGIN{f["us"]=1e3;f["ms"]=1e6;f["msecond"]=1e6} /^ +Duration /{s+=$3*f[$2]} END{printf "%.0f",s}',
    ],
  },
  'nsys-csv': { what: 'time of all kernels, ns', value: allTimes, program: NSYS_STATS },
  'nsys-text': { what: 'time of all kernels, copies and calls, ns', value: allTimes, program: NSYS_STATS },
  'nsys-sqlite': {
    what: 'time of all kernels, copies, memsets and calls, ns',
    value: allTimes,
    program: SQLITE(['KERNEL', 'MEMCPY', 'MEMSET', 'RUNTIME']),
  },
  'nvprof-sqlite': {
    what: 'time of all kernels, copies and memsets, ns',
    value: allTimes,
    program: SQLITE(['KERNEL', 'CONCURRENT_KERNEL', 'MEMCPY', 'MEMSET']),
  },
  'nvprof-csv-events': {
    what: 'sum of all event totals',
    value: (file) =>
      sumOf(file.kernels, ({ events = {}, calls }) => sumOf(Object.values(events), (mean) => mean * calls)),
    program: [
      'awk',
      'BEGIN{FS=","} /Event Name/{e=1} /Metric Name/{e=0} e&&/^"Tesla/{s+=$NF} END{printf "%.0f",s}',
    ],
  },
  'nvprof-csv-gpu-trace': {
    what: 'time of all kernels and copies, ns',
    value: allTimes,
    program: ['awk', `${UNITS} BEGIN{FS=","} /^[mun]?s,/{u=f[$2]} /^[0-9]/{s+=$2*u} END{printf "%.0f",s}`],
  },
  'nvprof-csv-metrics': {
    what: 'sum of achieved_occupancy',
    value: metric('achieved_occupancy'),
    program: ['awk', 'BEGIN{FS=","} /"achieved_occupancy"/{s+=$NF} END{printf "%.6f",s}'],
  },
  'nvprof-csv-summary': {
    what: 'time of all copies, ns',
    value: allTimes,
    program: ['awk', `${UNITS} BEGIN{FS=","} /^%,/{u=f[$2]} /^[0-9]/{s+=$2*u} END{printf "%.0f",s}`],
  },
  'nvprof-text-gpu-trace': {
    what: 'time of all kernels and copies, ns',
    value: allTimes,
    program: ['awk', `${TEXT_TIME} ${UNITS} /^ *[0-9.]+m?s +[0-9.]+[mun]?s /{s+=t($2)} END{printf "%.0f",s}`],
  },
  'nvprof-text-metrics': {
    what: 'sum of flop_count_sp_add',
    value: metric('flop_count_sp_add'),
    program: ['awk', '$2=="flop_count_sp_add"{s+=$NF} END{printf "%.0f",s}'],
  },
  'ptxas-log': {
    what: 'registers of all kernels',
    value: (file) => sumOf(file.compiled ?? [], ({ registers }) => registers ?? 0),
    program: [
      'awk',
      `BEGIN{FS="'"} /Compiling entry/{k=$2 $4} /Used [0-9]+ registers/{match($0,/Used [0-9]+/);r[k]=substr($0,RSTART+5,RLENGTH-5)} END{for(k in r)s+=r[k];printf "%d",s}`,
    ],
  },
};

/** Folder of the collection that a file lies in. */
export function folderOf(file: string): string {
  return file.split('/').at(-2) ?? '';
}
