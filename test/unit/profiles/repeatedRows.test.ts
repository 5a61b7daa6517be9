import assert from 'node:assert/strict';
import { METRICS_HEADER, PREAMBLE, TRACE_HEADER, lines } from '../../../lab/profiles/profileText';
import { RecordMaker, NamedValues } from '../../../src/profiles/namedValues';
import { digitsAt, parsePlainNumber } from '../../../src/profiles/quantity';
import { codes, only, read } from './helpers';

/** Starts and durations as they may stand in a cell. */
const NUMBERS = [
  ...['1', '2.5', '0.000001', '1e3', '+4', '-1', '', '.5', '7.', '1.2.3', '12345678901234567890', '3ms', '9'],
];
const TAILS = [
  '4,1,1,32,1,1,16,0,0,,,"V (0)","1","7","k(int) [12]"',
  '4,1,1,32,1,1,16,0,0,,,"V (0)","1","7","k(int) [13]"',
  '4,1,1,32,1,1,16,0,0,,,"V (0)","1","8","k(int)"',
  '4,1,1,32,1,1,16,0,0,,,"V (0)","1","7",k<3, float>(int)',
  '4,1,1,32,1,1,16,0,0,,,"V (0)","1","7","a[2]"',
  ',,,,,,,,,1.000000,1.0,"V (0)","1","7","[CUDA memcpy HtoD]"',
  ',,,,,,,,,,,,,,"cudaLaunch [12]"',
];

/** What a file of one row holds of it: a row that is alone is never like one before. */
async function alone(head: readonly string[], row: string): Promise<unknown[][]> {
  return withoutLines(await read(lines(head, row)));
}

const withoutLines = (file: Awaited<ReturnType<typeof read>>): unknown[][] =>
  JSON.parse(
    JSON.stringify([file.kernels, file.transfers, file.api], (key, value: unknown) =>
      key === 'location' ? undefined : value,
    ),
  ) as unknown[][];

describe('rows like those before', () => {
  const ofTrace = async (units: string, tails: readonly string[]): Promise<void> => {
    const head = [...PREAMBLE, '==4242== Profiling result:', TRACE_HEADER, units];
    const rows = tails.flatMap((tail, shift) =>
      NUMBERS.map((first, i) => `${first},${NUMBERS[(i + shift) % NUMBERS.length]},${tail}`),
    );
    const found = withoutLines(await read(lines(head, rows, rows)));
    const apart = await Promise.all(rows.map((row) => alone(head, row)));
    found.forEach((list, i) => {
      const expected = apart.flatMap((lists) => lists[i] ?? []);
      assert.deepEqual(list, [...expected, ...expected]);
    });
  };

  it('of a trace are read as if they stood alone, under any unit', async () => {
    await ofTrace('ms,us,,,,,,,,B,B,MB,GB/s,,,,', TAILS);
    await ofTrace('s,s,,,,,,,,B,B,MB,GB/s,,,,', TAILS.slice(0, 1));
  });

  it('of metrics are read as if they stood alone', async () => {
    const head = [...PREAMBLE, '==4242== Metric result:', METRICS_HEADER];
    const values = [
      '1,1,1',
      '1,3,2',
      '3,1,2',
      '1%,2%,1.5%',
      '1.5GB/s,2GB/s,1.75GB/s',
      'x,y,z',
      '"Low (2)","Low (2)","Low (2)"',
      '"Low (1)","High (7)","Mid (5)"',
      '1,"2",1',
      '"1","2","1"',
      '1,1',
    ];
    const names = ['"ipc","IPC, executed"', '"dram_read_throughput","Read"', '"sm_efficiency","SM"'];
    for (const name of names)
      for (const value of values) {
        const row = (kernel: string): string => `"V (0)","${kernel}",10,${name},${value}`;
        const whole = await read(
          lines(head, row('a'), row('a').replace(name, '"inst_executed","I"'), row('b')),
        );
        const single = await read(lines(head, row('b')));
        const of = (file: typeof single) => file.kernels.find((kernel) => kernel.name === 'b');
        assert.deepEqual(
          [of(whole)?.metrics, of(whole)?.metricRanges],
          [of(single)?.metrics, of(single)?.metricRanges],
          row('b'),
        );
      }
  });

  it('of one kernel that comes back later are added to it', async () => {
    const head = [...PREAMBLE, '==4242== Metric result:', METRICS_HEADER];
    const row = (kernel: string, metric: string, value: number): string =>
      `"V (0)","${kernel}",1,"${metric}","M",${value},${value},${value}`;
    const file = await read(
      lines(
        head,
        row('a', 'ipc', 1),
        row('b', 'ipc', 2),
        row('a', 'inst_executed', 3),
        row('b', 'cf_issued', 4),
      ),
    );
    assert.deepEqual(
      file.kernels.map(({ name, metrics }) => [name, metrics]),
      [
        ['a', { ipc: 1, inst_executed: 3 }],
        ['b', { ipc: 2, cf_issued: 4 }],
      ],
    );
    assert.deepEqual(codes(file), []);
  });

  it('do not take a header for a row', async () => {
    const metric = (kernel: string): string => `"V (0)","${kernel}",1,"ipc","M",1,1,1`;
    const file = await read(
      lines(
        PREAMBLE,
        '==4242== Metric result:',
        METRICS_HEADER,
        metric('Device'),
        METRICS_HEADER,
        metric('b'),
      ),
    );
    assert.deepEqual(
      file.kernels.map(({ name }) => name),
      ['Device', 'b'],
    );
    assert.equal(only(file.kernels.filter(({ name }) => name === 'b')).metrics['ipc'], 1);
  });
});

describe('digits in a line', () => {
  it('are the number that they spell, or none', () => {
    for (const text of ['0', '12', '0.1', '99.999999', '123456789012345', '0.00000000000001', '5.'])
      assert.equal(digitsAt(`a${text}b`, 1, 1 + text.length), parsePlainNumber(text), text);
    for (const text of ['', '.', '1e3', '-1', '1.2.3', '1234567890123456', ' 1'])
      assert.ok(Number.isNaN(digitsAt(text, 0, text.length)), text);
  });
});

describe('named values', () => {
  it('share names as far as they agree, and none beyond', () => {
    const maker = new RecordMaker<number>();
    const list = (before: NamedValues<number> | null, ...names: string[]): NamedValues<number> => {
      const made = new NamedValues<number>(before);
      names.forEach((name, i) => made.add(name, i));
      return made;
    };
    const first = list(null, 'a', 'b', 'c');
    const second = list(first, 'a', 'b');
    const third = list(second, 'a', 'x', 'a');
    second.add('d', 7);
    assert.deepEqual(
      [first, second, third].map((values) => values.sealed(maker)),
      [
        { a: 0, b: 1, c: 2 },
        { a: 0, b: 1, d: 7 },
        { a: 2, x: 1 },
      ],
    );
    third.add('late', 5);
    assert.deepEqual(third.sealed(maker), { a: 2, x: 1, late: 5 });
  });
});
