import assert from 'node:assert/strict';
import { Applications } from '../../../src/analysis/applications/applications';
import { tracedRun } from '../../../src/analysis/applications/soloRun';
import { keptProfile } from '../../../src/analysis/traces/keptProfile';
import { traceUnit } from '../../../src/analysis/traces/traceUnit';
import { english } from '../../../src/words';
import { profileJoins, profilePage } from '../../../src/analysis/profilePage';
import { readProfileBytes } from '../../../src/profiles/readProfile';
import { requireGpu } from '../../../src/gpu/findGpu';
import { kinetoKernel, kinetoOperator, kinetoTrace } from '../../../lab/profiles/kinetoText';
import { told } from '../../support/told';
import { sampleResults } from '../../webview/samples/results';

const TRACE = `==7== NVPROF is profiling process 7, command: ./app
==7== Profiling result:
"Start","Duration","Grid X","Grid Y","Grid Z","Block X","Block Y","Block Z","Registers Per Thread","Static SMem","Dynamic SMem","Size","Throughput","Device","Context","Stream","Name"
ms,us,,,,,,,,B,B,MB,GB/s,,,,
1.0,500.0,64,1,1,256,1,1,16,0,0,,,"GeForce GTX 950 (0)","1","7","k(float*) [1]"
2.0,700.0,64,1,1,256,1,1,16,0,0,,,"GeForce GTX 950 (0)","1","7","k(float*) [2]"
`;

const METRICS = `==7== NVPROF is profiling process 7, command: ./app
==7== Metric result:
"Device","Kernel","Invocations","Metric Name","Metric Description","Min","Max","Avg"
"GeForce GTX 950 (0)","k(float*)",1,"ipc","Executed IPC",1.5,1.5,1.5
"GeForce GTX 950 (0)","k(float*)",1,"dram_read_throughput","Device Memory Read Throughput",1.000000GB/s,1.000000GB/s,1.000000GB/s
"GeForce GTX 950 (0)","k(float*)",1,"dram_utilization","Device Memory Utilization","Mid (5)","Mid (5)","Mid (5)"
"GeForce GTX 950 (0)","k(float*)",1,"gld_efficiency","Global Memory Load Efficiency",50.000000%,50.000000%,50.000000%
`;

const read = (text: string, maxListed = 100) =>
  readProfileBytes('p.csv', new TextEncoder().encode(text), { maxListed });

describe('page of a profile', () => {
  it('says how many events stand behind grouped rows, and leaves their columns behind', async () => {
    const listed = profilePage(await read(TRACE));
    assert.deepEqual([listed.kernels.length, listed.groupedEvents], [2, {}]);
    const grouped = profilePage(await read(TRACE, 1));
    assert.deepEqual([grouped.kernels.length, grouped.groupedEvents], [1, { kernels: 2 }]);
    assert.equal('kernelEvents' in grouped, false);
    assert.equal(grouped.kernels[0]?.durationNs, 600_000);
  });

  it('says why a trace that is too long has no timeline, here and as a program', async () => {
    const grouped = await read(TRACE, 1);
    const file = { ...grouped, kernelEvents: { ...grouped.kernelEvents!, length: 400_001 } };
    const page = profilePage(file);
    assert.deepEqual([page.devices, page.tooLong], [[], { events: 400_001, most: 400_000 }]);
    const gpu = requireGpu('gtx-950');
    const [program] = new Applications().results([file], [], gpu);
    assert.deepEqual([program!.predicted, program!.measured], [null, null]);
    assert.match(
      program!.unknowns.map(english).join(),
      /p\.csv: its 400.001 launches .* up to 400.000 are looked at/,
    );
    assert.throws(() => tracedRun(file, gpu), told(/400.001 launches/));
  });

  it('sums kernel time by operation, long traces alike, and says what is only suggested or not told', async () => {
    const row = (start: number, us: number, name: string): string =>
      `${start}.0,${us}.0,64,1,1,256,1,1,16,0,0,,,"GeForce GTX 950 (0)","1","7","${name}"`;
    const rows = [
      row(1, 300, 'ampere_sgemm_128x64_tn'),
      row(2, 100, 'ampere_sgemm_128x64_tn'),
      row(3, 50, 'matmul(float*)'),
      row(4, 500, 'step(int*, Data*)'),
    ];
    const text = `${TRACE.split('\n').slice(0, 4).join('\n')}\n${rows.join('\n')}\n`;
    const told = (value: unknown): unknown => ({ value, assumed: false });
    const untold = { dataType: null, tile: null, tensorCores: null };
    const expected = [
      {
        ...{ operation: null, kernels: 1, calls: 1, totalNs: 500_000, assumedNs: 0, untypedNs: 0, sureNs: 0 },
        parts: [{ ...untold, dataType: told('int32'), calls: 1, totalNs: 500_000 }],
      },
      {
        ...{ operation: 'gemm', kernels: 2, calls: 3, totalNs: 450_000, assumedNs: 50_000, untypedNs: 0 },
        sureNs: 400_000,
        parts: [
          {
            ...{ dataType: told('fp32'), tile: [128, 64], tensorCores: told(false) },
            ...{ calls: 2, totalNs: 400_000 },
          },
          { ...untold, dataType: told('fp32'), calls: 1, totalNs: 50_000 },
        ],
      },
    ];
    for (const page of [profilePage(await read(text)), profilePage(await read(text, 1))]) {
      assert.deepEqual(page.operations, expected);
      assert.equal(page.readings['ampere_sgemm_128x64_tn']?.architecture, 'sm_80');
    }
  });

  it('assumes the type of a generated kernel from the inputs of its operator, where there is one list of them', async () => {
    const input = (id: number, name: string, types: readonly string[]) =>
      kinetoOperator(name, id, 1000 + id, 5, { args: { 'External id': id, 'Input type': types } });
    const [one, two] = ['triton_poi_fused_add_0', 'triton_poi_fused_mul_1'];
    const text = kinetoTrace([
      input(1, one, ['c10::BFloat16', 'long int', 'Scalar']),
      input(2, two, ['float']),
      input(3, two, ['double']),
      ...[one, two].map((name, i) => kinetoKernel({ name, ts: 1050 + i * 9 }, { 'External id': i + 1 })),
    ]);
    const { readings } = profilePage(await readProfileBytes('p.json', new TextEncoder().encode(text)));
    assert.deepEqual(readings[one]?.dataType, { value: 'bf16', assumed: true });
    assert.deepEqual(readings[two]?.dataType, null);
  });

  it('finds idle time and what repeats in a trace, listed or grouped, and each device apart', async () => {
    const row = (ms: number, name: string, device: number): string =>
      `${ms},1000.0,64,1,1,256,1,1,16,0,0,,,"GeForce GTX 950 (${device})","1","7","${name}"`;
    // Three iterations of 10 ms with 3 ms of work on device 0; nothing repeats on device 1.
    const rows = [0, 10, 20].flatMap((ms) => [
      row(ms, 'a(int)', 0),
      row(ms + 1, 'b(int)', 0),
      row(ms + 2, 'c(int)', 0),
    ]);
    const text = `${TRACE.split('\n').slice(0, 4).join('\n')}\n${[...rows, row(5, 'd(int)', 1)].join('\n')}\n`;
    for (const page of [profilePage(await read(text)), profilePage(await read(text, 1))]) {
      const [first, second] = page.devices;
      assert.equal(page.devices.length, 2);
      assert.deepEqual(
        [first?.deviceIndex, first?.operations, first?.idle.spanNs, first?.idle.idleNs, first?.idle.untoldNs],
        [0, 9, 23e6, 14e6, 14e6],
      );
      assert.equal(first?.iterations?.count, 3);
      assert.deepEqual([first?.iterations?.periodNs, first?.iterations?.beginsWith], [10e6, 'a']);
      assert.equal(first?.gaps[0]?.before, 'a');
      assert.deepEqual([first?.shown, first?.bars.length, first?.bars[0]?.lane], ['all', 9, 'stream 7']);
      assert.deepEqual([second?.deviceIndex, second?.iterations], [1, null]);
    }
  });

  it('takes one iteration of a long trace as its program, and a short one whole', async () => {
    const head = TRACE.split('\n').slice(0, 4).join('\n');
    const row = (us: number, name: string): string =>
      `${us / 1000},5.0,64,1,1,256,1,1,16,0,0,,,"GeForce GTX 950 (0)","1","7","${name}"`;
    const iteration = (i: number): string[] =>
      ['a', 'b', 'b', 'c'].map((name, k) => row(i * 100 + k * 10, `${name}(int)`));
    const text = (count: number): string =>
      `${head}\n${Array.from({ length: count }, (_, i) => iteration(i))
        .flat()
        .join('\n')}\n`;
    const unit = traceUnit(await read(text(150), 1));
    assert.deepEqual(
      unit.kernels.map(({ name, calls, durationNs }) => [name, calls, durationNs]),
      [
        ['a(int)', 1, 5000],
        ['b(int)', 1, 5000],
        ['b(int)', 1, 5000],
        ['c(int)', 1, 5000],
      ],
    );
    assert.match(english(unit.note ?? ''), /one typical iteration of 150 \(100 µs\)/);
    const short = await read(text(3));
    assert.deepEqual(traceUnit(short), {
      ...{ kernels: short.kernels, transfers: [], note: null },
      ...{ iteration: null, keepsIdle: false, waits: null, unseen: null },
    });
  });

  it('takes a trace that does not repeat whole, launch by launch, also where its rows are grouped', async () => {
    const unit = traceUnit(await read(TRACE, 1));
    assert.deepEqual(
      unit.kernels.map(({ startNs, durationNs, calls, location }) => [
        startNs,
        durationNs,
        calls,
        location.line,
      ]),
      [
        [1e6, 500_000, 1, 5],
        [2e6, 700_000, 1, 6],
      ],
    );
    assert.deepEqual([unit.iteration, unit.unseen], [null, null]);
  });

  it('leaves calls and ranges of the host to the page where a file is long', async () => {
    const [listed, grouped] = [await read(TRACE), await read(TRACE, 1)];
    assert.equal(keptProfile(listed), listed);
    const api = [{ name: 'cudaMalloc', startNs: 1, durationNs: 1, calls: 1 }];
    const kept = keptProfile({ ...grouped, api, ranges: [] });
    assert.deepEqual(kept, grouped);
  });

  it('makes a program of a trace once, and again where the GPU is another', async () => {
    const [file, applications] = [await read(TRACE), new Applications()];
    const [first, again, elsewhere] = ['gtx-950', 'gtx-950', 'h100-sxm'].map(
      (gpu) => applications.results([file], [], requireGpu(gpu))[0],
    );
    assert.equal(again, first);
    assert.notEqual(elsewhere, first);
  });

  it('marks made-up samples as such', async () => {
    assert.equal(profilePage(await read(TRACE)).origin, 'measured');
    const sample = TRACE.replace('./app', './synthetic-sample');
    assert.equal(profilePage(await read(sample)).origin, 'assumed');
  });

  it('tells the unit of each metric', async () => {
    const { metricUnits } = profilePage(await read(METRICS));
    assert.deepEqual(metricUnits, {
      ipc: '',
      dram_read_throughput: 'B/s',
      dram_utilization: 'level',
      gld_efficiency: '%',
    });
  });

  it('leads from names to all places they may be, and knows other GPUs and unknown files', () => {
    const results = sampleResults({ kernels: 10 });
    const [trace] = results.profiles;
    const [first, second] = results.files[0]!.kernels;
    const profile = {
      ...trace!,
      path: 'p.csv',
      otherGpu: true,
      isTrace: true,
      joined: [{ name: 'one', kernelIds: [first!.id] }],
      ambiguous: [{ name: 'two', kernelIds: [first!.id, second!.id] }],
    };
    const joins = profileJoins('p.csv', { ...results, profiles: [profile] });
    assert.deepEqual(joins.sources['one'], [
      { path: first!.path, line: first!.line, name: first!.qualifiedName },
    ]);
    assert.equal(joins.sources['two']?.length, 2);
    assert.deepEqual(joins.otherGpu, { id: 'h100-sxm', name: 'H100 SXM' });
    assert.equal(joins.analyzed, true);
    assert.deepEqual(profileJoins('other.csv', results), { sources: {}, otherGpu: null, analyzed: false });
    assert.equal(profileJoins('p.csv', null).analyzed, null);
  });
});
