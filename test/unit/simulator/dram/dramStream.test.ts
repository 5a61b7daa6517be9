import { told } from '../../../support/told';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseDramStream, playStream, simulateDramStream } from '../../../../src/simulator/dram/dramStream';
import { listDramTimings, requireDramTiming } from '../../../../src/simulator/dram/timings';
import { fitLine, lineAt } from '../../../../src/stats/line';
import { english } from '../../../../src/words';
import { InputError } from '../../../../src/kernel/result';
import { dramStreams, streamText } from '../../../../lab/simulator/dram/streams';

const stream = (name: string, requests: number) =>
  streamText(
    dramStreams().find((item) => item.name === name)!,
    requests,
  );

function fault(text: string): string {
  try {
    parseDramStream(text, 16, 'trace.txt');
  } catch (error) {
    assert.ok(error instanceof InputError);
    return english(error.said);
  }
  return 'no fault';
}

describe('a DRAM stream', () => {
  it('is read line by line', () => {
    const parsed = parseDramStream('R 3 17 4\r\nW 15 0 31\n', 16);
    assert.equal(parsed.length, 2);
    assert.deepEqual([...parsed.kind], [0, 1]);
    assert.deepEqual([...parsed.bank], [3, 15]);
    assert.deepEqual([...parsed.row], [17, 0]);
  });

  it('is refused with the line that is wrong', () => {
    assert.match(
      fault('R 1 2 3\nX 1 2 3\n'),
      /^trace\.txt:2: expected "R\|W BANK ROW COLUMN", got "X 1 2 3"/,
    );
    assert.match(fault('R 1 2 3\n\nR 1 2 3\n'), /^trace\.txt:2: expected .* got ""/);
    assert.match(fault('R 1 2\n'), /^trace\.txt:1: expected/);
    assert.match(fault('R 1 2 3 4\n'), /^trace\.txt:1: expected/);
    assert.match(fault('R -1 2 3\n'), /^trace\.txt:1: expected/);
    assert.match(fault('R 16 2 3\n'), /^trace\.txt:1: bank 16: the memory has banks 0 to 15/);
    assert.match(fault('R 1 9999999999 3\n'), /^trace\.txt:1: row 9999999999: larger than/);
    assert.match(fault(`R 1 2 ${'3'.repeat(100000)}\n`), /^trace\.txt:1: expected .{0,120}$/);
    assert.match(fault(''), /^trace\.txt: the stream has no requests/);
  });

  it('is refused for a memory that does not exist, with those that do', () => {
    assert.throws(
      () => simulateDramStream('ddr9', 'R 0 0 0'),
      told(/unknown memory "ddr9"; there are .*hbm2_2000/),
    );
  });

  it('never crashes the reader', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^([RWX] ?[0-9 -]{0,12}\n?){0,6}$/)), (text) => {
        try {
          const parsed = parseDramStream(text, 16);
          assert.ok(parsed.length > 0);
        } catch (error) {
          assert.ok(error instanceof InputError, String(error));
        }
      }),
    );
  });

  it('keeps the bus as busy as the timing allows when all requests hit open rows', () => {
    for (const timing of listDramTimings()) {
      const spread = Array.from({ length: 20000 }, (_, i) => `R ${i % 16} 5 ${i % 32}`).join('\n');
      const result = playStream(timing, parseDramStream(spread, 16));
      const bursts = timing.nBL / Math.max(timing.nBL, timing.nCCDS);
      const bound = bursts * (1 - timing.nRFC / timing.nREFI);
      assert.ok(result.utilisation <= bound, `${timing.name} ${result.utilisation} above ${bound}`);
      assert.ok(result.utilisation > 0.95 * bound, `${timing.name} ${result.utilisation} far below ${bound}`);
    }
  });

  it('is limited by the four-activate window when no row is hit', () => {
    const timing = requireDramTiming('hsm_hbm440');
    const result = simulateDramStream('hsm_hbm440', stream('random', 20000), { refresh: false });
    const bound = (4 * timing.nBL) / timing.nFAW;
    assert.ok(result.utilisation <= bound * 1.001 && result.utilisation > 0.98 * bound);
  });

  it('reaches less with fewer requests outstanding', () => {
    const text = stream('rbh060', 10000);
    const at = (outstanding: number) => simulateDramStream('hsm_hbm440', text, { outstanding }).utilisation;
    const [one, eight, many] = [at(1), at(8), at(64)];
    assert.ok(one < 0.2 && one < eight && eight < many, `${one} ${eight} ${many}`);
  });

  it('is used nearly in proportion to its row-hit rate while requests are bounded, as HSM finds', () => {
    const points = [0, 0.2, 0.4, 0.6, 0.8, 1].map((parameter) => {
      const text = streamText({ name: '', pattern: 'rbh', parameter, writeFraction: 0.1, burst: 1 }, 10000);
      return simulateDramStream('hsm_hbm440', text, { outstanding: 20, burstsPerRequest: 2 });
    });
    const [x, y] = [points.map(({ rowHitRate }) => rowHitRate), points.map(({ utilisation }) => utilisation)];
    const line = fitLine(x, y);
    x.forEach((rate, i) => assert.ok(Math.abs(lineAt(line, rate) - y[i]!) < 0.05, `at ${rate}: ${y[i]}`));
    assert.ok(line.slope > 0.45 && line.slope < 0.65, String(line.slope));
    assert.ok(line.intercept > 0.28 && line.intercept < 0.38, String(line.intercept));
  });

  it('bounds how long hits keep an older miss waiting when they are capped', () => {
    const lines = ['R 0 1 0', 'R 0 2 0', ...Array.from({ length: 400 }, (_, i) => `R 0 1 ${i % 32}`)];
    const options = { scheduler: 'hitfirst', refresh: false } as const;
    const free = simulateDramStream('gddr6_14000', lines.join('\n'), options);
    const capped = simulateDramStream('gddr6_14000', lines.join('\n'), { ...options, rowHitCap: 5 });
    assert.equal(free.rowConflicts, 1);
    assert.equal(capped.rowConflicts, 2, 'row 1 is closed for row 2 and opened again');
    assert.ok(capped.cycles > free.cycles);
  });

  it('gives utilisation and row-hit rate between 0 and 1 for any stream', () => {
    const request = fc.tuple(fc.constantFrom('R', 'W'), fc.nat({ max: 15 }), fc.nat({ max: 3 }));
    fc.assert(
      fc.property(
        fc.array(request, { minLength: 1, maxLength: 200 }),
        fc.constantFrom(...listDramTimings().map(({ name }) => name)),
        fc.record({ scheduler: fc.constantFrom('rowhit', 'frfcfs'), refresh: fc.boolean() }),
        (requests, name, options) => {
          const text = requests.map(([op, bank, row]) => `${op} ${bank} ${row} 0`).join('\n');
          const result = simulateDramStream(name, text, options);
          assert.ok(result.utilisation > 0 && result.utilisation <= 1);
          assert.ok(result.rowHitRate >= 0 && result.rowHitRate <= 1);
          assert.equal(result.rowHits + result.rowMisses + result.rowConflicts, requests.length);
        },
      ),
      { numRuns: 60 },
    );
  });
});
