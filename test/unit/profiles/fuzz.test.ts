import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import Papa from 'papaparse';
import type { KernelProfile, ProfileFile, ValueRange } from '../../../src/kernel/profile';
import { volume } from '../../../src/kernel/symbolic';
import { DATABASE_FIXTURES, FIXTURES, TEXT_FIXTURES } from '../../../lab/profiles/fixtures';
import { read, readBytes } from './helpers';

const ALL = Object.entries({ ...FIXTURES, ...TEXT_FIXTURES });
const anyFixture = fc.constantFrom(...ALL.map(([, text]) => text));

const isAmount = (value: number | null | undefined): boolean =>
  value === null || value === undefined || (Number.isFinite(value) && value >= 0);

function checkRange(range: ValueRange | undefined): void {
  if (range !== undefined) assert.ok(isAmount(range.min) && range.min <= range.max, JSON.stringify(range));
}

function checkKernel(kernel: KernelProfile): void {
  for (const value of [
    kernel.startNs,
    kernel.durationNs,
    kernel.registers,
    kernel.staticSharedBytes,
    kernel.dynamicSharedBytes,
  ])
    assert.ok(isAmount(value), JSON.stringify(kernel));
  for (const value of [...Object.values(kernel.metrics), ...Object.values(kernel.events ?? {})])
    assert.ok(isAmount(value), JSON.stringify(kernel));
  for (const range of [kernel.durationRange, ...Object.values(kernel.metricRanges ?? {})]) checkRange(range);
  if (kernel.block !== null) assert.ok(volume(kernel.block) >= 1 && volume(kernel.block) <= 1024);
  if (kernel.grid !== null) assert.ok(kernel.grid.every((n) => Number.isInteger(n) && n >= 1));
  assert.ok(Number.isInteger(kernel.calls) && kernel.calls >= 1 && kernel.name !== '');
  assert.ok((kernel.metrics['achieved_occupancy'] ?? 0) <= 1.05);
}

/** What holds of every result, however broken the file. */
function checkFile(file: ProfileFile): void {
  file.kernels.forEach(checkKernel);
  for (const copy of file.transfers) assert.ok([copy.bytes, copy.durationNs, copy.startNs].every(isAmount));
  for (const compiled of file.compiled ?? [])
    assert.ok(isAmount(compiled.registers) && isAmount(compiled.staticSharedBytes));
  assert.equal(file.reason === undefined, file.status === 'full', 'every status but full has a reason');
  if (file.status === 'empty' || file.status === 'refused') assert.equal(file.kernels.length, 0);
}

/** Everything measured, without where it stands. */
const measured = (file: ProfileFile): unknown =>
  JSON.parse(
    JSON.stringify([file.kernels, file.transfers, file.api], (key, value: unknown) =>
      key === 'location' ? undefined : value,
    ),
  );

/** Facts by line, for the kernels of a file that lists launches. */
const byLine = (file: ProfileFile): Map<string, KernelProfile> =>
  new Map(file.kernels.map((kernel) => [`${kernel.location.line} ${kernel.name}`, kernel]));

describe('broken profile files', () => {
  it('with bytes flipped give no impossible number and no failure', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyFixture,
        fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 6 }),
        async (text, flips) => {
          const bytes = new TextEncoder().encode(text);
          for (const [at, value] of flips) bytes[at % bytes.length] = value;
          checkFile(await readBytes(bytes));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('that are databases with bytes flipped or an end cut off give no impossible number and no failure', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.values(DATABASE_FIXTURES)),
        fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 8 }),
        fc.option(fc.nat()),
        async (whole, flips, cut) => {
          const bytes = whole.slice(0, cut === null ? whole.length : cut % whole.length);
          for (const [at, value] of flips) if (bytes.length > 0) bytes[at % bytes.length] = value;
          checkFile(await readBytes(bytes));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('with a piece cut out of a data row keep the other rows as they were', async () => {
    const rowsOf = (text: string): string[] => text.split('\n');
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('trace', 'launchMetrics', 'summary'),
        fc.nat(),
        fc.nat(),
        fc.integer({ min: 1, max: 40 }),
        async (name, lineSeed, from, length) => {
          const rows = rowsOf(FIXTURES[name] ?? '');
          const data = rows.flatMap((row, i) => (/^"?(\d|V100|GPU)/.test(row) ? [i] : []));
          const target = data[lineSeed % data.length] ?? 0;
          const row = rows[target] ?? '';
          const start = from % row.length;
          rows[target] = row.slice(0, start) + row.slice(start + length);
          const [broken, whole] = [await read(rows.join('\n')), await read(FIXTURES[name] ?? '')];
          checkFile(broken);
          const found = byLine(broken);
          for (const [key, kernel] of byLine(whole))
            if (kernel.location.line !== target + 1) assert.deepEqual(found.get(key), kernel);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('that end anywhere give a part of what the whole file gives', async () => {
    for (const [name, text] of ALL) {
      const whole = byLine(await read(text));
      for (let end = 0; end < text.length; end += 5) {
        const file = await read(text.slice(0, end));
        checkFile(file);
        for (const [key, kernel] of byLine(file)) {
          const full = [...whole].find(
            ([other]) => other.startsWith(key) || key.split(' ')[0] === other.split(' ')[0],
          )?.[1];
          assert.ok(full !== undefined, `${name} cut at ${end}: ${key}`);
          for (const [metric, value] of Object.entries(kernel.metrics))
            assert.equal(value, full.metrics[metric], `${name} cut at ${end}: ${metric}`);
          for (const key of ['startNs', 'durationNs', 'registers', 'staticSharedBytes'] as const)
            if (kernel[key] !== null) assert.equal(kernel[key], full[key], `${name} cut at ${end}: ${key}`);
        }
      }
    }
  });

  it('with columns in another order give the same', async () => {
    for (const [name, text] of Object.entries(FIXTURES)) {
      const expected = measured(await read(text));
      await fc.assert(
        fc.asyncProperty(fc.array(fc.nat(), { minLength: 24, maxLength: 24 }), async (seeds) => {
          assert.deepEqual(measured(await read(shuffled(text, seeds))), expected, name);
        }),
        { numRuns: 25 },
      );
    }
  });

  it('of random bytes or text are refused, packed or not', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 600 }), fc.boolean(), async (bytes, packed) => {
        const file = await readBytes(packed ? gzipSync(bytes) : bytes);
        checkFile(file);
        assert.deepEqual([file.kernels.length, file.transfers.length], [0, 0]);
      }),
      { numRuns: 120 },
    );
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), async (text) =>
        checkFile(await read(text)),
      ),
      { numRuns: 300 },
    );
  });

  it('with lines repeated, dropped or swapped give no failure', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyFixture,
        anyFixture,
        fc.array(fc.nat(), { minLength: 1, maxLength: 30 }),
        async (a, b, order) => {
          const lines = [...a.split('\n'), ...b.split('\n')];
          checkFile(await read(order.map((i) => lines[i % lines.length] ?? '').join('\n')));
        },
      ),
      { numRuns: 500 },
    );
  });
});

/** The same table with its columns in another order; other lines stay as they are. */
function shuffled(text: string, seeds: Iterable<number>): string {
  const numbers = seeds[Symbol.iterator]();
  let order: number[] = [];
  return text
    .split('\n')
    .map((line) => {
      const cells = Papa.parse<string[]>(line).data[0] ?? [];
      if (/^"(?:Start|Device|Type|ID)"/.test(line)) {
        const keyed = cells.map((_, i) => [Number(numbers.next().value), i] as const);
        order = keyed.sort((a, b) => a[0] - b[0]).map(([, i]) => i);
      }
      return order.length > 0 && cells.length === order.length
        ? order.map((i) => quoteLike(cells[i] ?? '')).join(',')
        : line;
    })
    .join('\n');
}

const quoteLike = (cell: string): string => (/[,\s(]/.test(cell) ? `"${cell}"` : cell);
