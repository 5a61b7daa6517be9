import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { METRICS_HEADER, PREAMBLE, TRACE_HEADER, lines } from '../../../lab/profiles/profileText';
import { PackedTooTightError, gunzip } from '../../../src/profiles/decode';
import { english } from '../../../src/words';
import { codes, only, read } from './helpers';

const UNITS = 'ms,us,,,,,,,,KB,KB,MB,GB/s,,,,';
const trace = (...rows: string[]): string =>
  lines(PREAMBLE, '==4242== Profiling result:', TRACE_HEADER, ...rows);
const launch = (start: string, duration: string, rest = '"Tesla (0)","1","7","k(int)"'): string =>
  `${start},${duration},1,1,1,32,1,1,16,0,0,,,${rest}`;

describe('doubtful numbers', () => {
  it('of times in seconds: those that rounding moves by more than 5 % are left out', async () => {
    const seconds = UNITS.replace('ms,us', 's,s');
    const file = await read(
      trace(
        seconds,
        launch('0.000010', '0.000003'),
        launch('0.000020', '0.000000'),
        launch('0.1', '0.000100'),
      ),
    );
    assert.deepEqual(
      file.kernels.map(({ durationNs }) => durationNs),
      [null, null, 100_000],
    );
    assert.deepEqual([file.status, codes(file)], ['partial', ['coarse-times']]);
    assert.match(english(file.warnings[0]?.message ?? ''), /sure to ±500 ns only.*-u ns/);
  });

  it('of a row whose decimal comma moves its cells are not taken for those of other columns', async () => {
    const file = await read(trace(UNITS, launch('0,1', '5'), launch('7', '2')));
    assert.deepEqual(
      file.kernels.map(({ name, durationNs }) => [name, durationNs]),
      [['k(int)', 2000]],
    );
    assert.deepEqual([file.status, codes(file)], ['partial', ['damaged-row']]);
  });

  it('of a start beyond any clock are left out, and lost records lower the status', async () => {
    const late = await read(trace(UNITS, launch('99999999999999999999', '1')));
    assert.deepEqual([only(late.kernels).startNs, codes(late)], [null, ['untrusted-number']]);
    const lost = await read(
      lines('==4242== Warning: Found 3 invalid records in the result.', trace(UNITS, launch('1', '1'))),
    );
    assert.deepEqual([lost.status, lost.kernels.length], ['partial', 1]);
    assert.match(english(lost.reason ?? ''), /3 invalid records/);
  });

  it('of a recording that stands in a file twice are told', async () => {
    const once = trace(UNITS, launch('1', '5'), launch('7', '2'));
    assert.deepEqual(codes(await read(once + once)), ['same-runs']);
    assert.deepEqual(codes(await read(once + trace(UNITS, launch('1', '5'), launch('7.001', '2')))), []);
  });

  it('under a column that stands there twice are told', async () => {
    const file = await read(
      lines(
        PREAMBLE,
        '==4242== Profiling result:',
        TRACE_HEADER.replace('"Duration"', '"Duration","Duration"'),
        UNITS.replace('us', 'us,us'),
        launch('1', '1,9'),
      ),
    );
    assert.deepEqual([file.status, codes(file)], ['partial', ['repeated-column']]);
  });

  it('of a mean that is printed as 0 beside a maximum that is not are left out', async () => {
    const rate = (max: string): string =>
      `"Tesla (0)","k(int)",10,"dram_read_throughput","Read",0.000000B/s,${max},0.000000B/s`;
    const metrics = (row: string): Promise<Awaited<ReturnType<typeof read>>> =>
      read(lines(PREAMBLE, '==4242== Metric result:', METRICS_HEADER, row));
    const some = await metrics(rate('1.004000MB/s'));
    assert.deepEqual([only(some.kernels).metrics, codes(some)], [{}, ['untrusted-number']]);
    const none = await metrics(rate('0.000000B/s'));
    assert.deepEqual(only(none.kernels).metrics, { dram_read_throughput: 0 });
    const odd = await metrics('"Tesla (0)","k(int)",1,"__proto__","x",1,1,1');
    assert.deepEqual(codes(odd), ['untrusted-number']);
  });

  it('of OpenACC are not counted as calls', async () => {
    const file = await read(
      lines(
        '======== Profiling result:',
        '"Type","Time(%)","Time","Calls","Avg","Min","Max","Name"',
        ',%,ms,,ms,ms,ms,',
        '"GPU activities",100.0,90.000000,1,90.000000,90.000000,90.000000,"kern"',
        '"OpenACC (excl)",100.0,90.500000,1,90.500000,90.500000,90.500000,"acc_wait@main.cpp:69"',
        '"API calls",100.0,1.000000,1,1.000000,1.000000,1.000000,"cudaMalloc"',
      ),
    );
    assert.deepEqual(
      file.api.map(({ name }) => name),
      ['cudaMalloc'],
    );
  });

  it('of text whose kernel names are cut are refused with that reason', async () => {
    const file = await read(
      lines(
        '======== Profiling result:',
        '         Device   Context    Stream                Kernel  achieved_occupancy',
        ' Tesla K40t (0)         1         7       kern(int, int)            0.500000',
      ),
    );
    assert.deepEqual([file.status, file.format], ['refused', 'nvprof-text-launch-metrics']);
    assert.match(english(file.reason ?? ''), /--csv/);
  });
});

describe('forms of Nsight Compute', () => {
  const ruled = (indent: string, ruler: string, titles: string, row: string): string[] =>
    [ruler, titles, ruler, row, ruler].map((line) => indent + line);

  it('as text give raw pages, whose tables are indented by two', async () => {
    const file = await read(
      lines(
        '[1] app@127.0.0.1',
        '  kern(float *, int), 2025-May-15 00:21:17, Context 1, Stream 7',
        '  Metric Name                Metric Unit Metric Value',
        '  -------------------------- ----------- ------------',
        '  gpu__time_duration.sum         msecond         2.88',
        '  -------------------------- ----------- ------------',
        '  other(int), 2025-May-15 00:21:18, Context 1, Stream 7',
        ...ruled(
          '  ',
          '---------------------- ----- ----',
          'Metric Name            Unit  Value',
          'gpu__time_duration.sum    us 4.00',
        ),
      ),
    );
    assert.deepEqual(
      file.kernels.map(({ name, durationNs }) => [name, durationNs]),
      [
        ['kern(float *, int)', 2_880_000],
        ['other(int)', 4000],
      ],
    );
  });

  it('as text give summaries over launches, with their ranges', async () => {
    for (const marked of [['==PROF== Connected to process 1 (./a)'], []]) {
      const file = await read(
        lines(
          ...marked,
          '    kern(float *, int) (32, 32, 1)x(32, 1, 1), Invocations 10',
          '      Section: GPU Speed Of Light Throughput',
          ...ruled(
            '      ',
            '----------- ----------- -------- -------- --------',
            'Metric Name Metric Unit  Minimum  Maximum  Average',
            'Duration        msecond     2.50     3.50     2.88',
          ),
        ),
      );
      const { calls, grid, block, durationNs, durationRange } = only(file.kernels);
      assert.deepEqual([calls, grid, block, durationNs], [10, [32, 32, 1], [32, 1, 1], 2_880_000]);
      assert.deepEqual([durationRange, file.status], [{ min: 2_500_000, max: 3_500_000 }, 'full']);
    }
  });

  it('as CSV of a summary with numbers of blocks call no launch impossible', async () => {
    const file = await read(
      lines(
        '"Process ID","Process Name","Host Name","Kernel Name","Block Size","Grid Size","Device Id","Invocations","Section Name","Metric Name","Metric Unit","Minimum","Maximum","Average"',
        '"1","app","127.0.0.1","kern(float *, int)","1024","262144","0","1","S","gpu__time_duration.sum","second","2.5","2.5","2.5"',
      ),
    );
    assert.deepEqual([only(file.kernels).grid, only(file.kernels).deviceIndex, codes(file)], [null, 0, []]);
  });
});

describe('packed files', () => {
  const unpacked = async (bytes: Uint8Array): Promise<number> => {
    let total = 0;
    const packed = async function* (): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(gzipSync(bytes));
    };
    for await (const piece of gunzip(packed(), 1 << 20)) total += piece.length;
    return total;
  };

  it('that unpack to more than any profiler writes are stopped', async () => {
    await assert.rejects(unpacked(new Uint8Array(4 << 20).fill(10)), PackedTooTightError);
    assert.equal(await unpacked(new Uint8Array(1 << 19).fill(10)), 1 << 19);
    const rows = Array.from({ length: 60_000 }, (_, i) => `${i},${(i * 7919) % 10007},kernel\n`).join('');
    assert.equal(await unpacked(new TextEncoder().encode(rows)), rows.length);
  });
});
