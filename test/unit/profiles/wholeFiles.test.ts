import assert from 'node:assert/strict';
import { tableRows } from '../../../lab/data/tables';
import { METRICS_HEADER, PREAMBLE, TRACE_HEADER, lines } from '../../../lab/profiles/profileText';
import { FILE_TOTALS, folderOf } from '../../../lab/profiles/profileTotals';
import type { ProfileFile } from '../../../src/kernel/profile';
import { readProfileBytes } from '../../../src/profiles/readProfile';
import { english } from '../../../src/words';
import { codes, read } from './helpers';
import { wholeFiles } from './wholeFiles';

const ROOT = process.env['CORUN_ROOT'] ?? '.';

/** `npm run study -- profiles` reads published files and counts the same totals by programs that share no code with us. */
describe('whole profile files', () => {
  for (const { name, content, status, format, total } of wholeFiles())
    it(`${name} has its verdict and the total that it was made of`, async () => {
      const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
      const file = await readProfileBytes(name, bytes);
      assert.deepEqual([file.status, file.format], [status, format]);
      if (total === null) return;
      const value = FILE_TOTALS[folderOf(name)]?.value(file) ?? NaN;
      assert.ok(Math.abs(value - total) <= 1e-9 * total, `${value} for ${total}`);
    });

  it('are there for every format whose totals are counted', () => {
    const folders = new Set(
      wholeFiles().flatMap(({ name, total }) => (total === null ? [] : [folderOf(name)])),
    );
    assert.deepEqual([...folders].sort(), Object.keys(FILE_TOTALS).sort());
  });
});

const isDoubted = (file: ProfileFile): boolean =>
  codes(file).some((code) => /untrusted|impossible|inconsistent|damaged/.test(code));

const isMetric = (column: string): boolean =>
  !/^(kern_name|m2c_|duration|grid|blk|reg_per|shared_mem$)/.test(column);
const quoted = (cell: string): string => (cell.includes('(') ? `"${cell}"` : cell);

/** The digits of a cell, which are its value unless it has a unit beside the percent sign; null for others. */
const plainValue = (cell: string): number | null => {
  const digits = /^([\d.e+-]+)%?$|\((\d+)\)$/.exec(cell);
  return digits === null ? null : Number(digits[1] ?? digits[2]);
};

describe('what was measured', () => {
  it('is read without a doubt about any copy or kernel of a trace', async () => {
    const events = tableRows(ROOT, 'two_streams_gtx950').map((row) => {
      const cell = (name: string): string => row[name]!;
      const digits = (name: string): string => Number(cell(name)).toFixed(6);
      const [size, unit] = cell('size').split(' ');
      const bytes = Math.round(Number(size) * 1024 ** ['B', 'KB', 'MB'].indexOf(unit!));
      const rate = bytes / (Number(cell('duration_ms')) * 1e6) / 1.073741824;
      const where = `"GTX 950 (0)","1","${cell('stream')}"`;
      const launch = ['grid_x', 'grid_y', 'block_x', 'block_y'].map((name) => cell(name) || '1');
      const [gridX, gridY, blockX, blockY] = launch;
      return cell('kind') === 'KERNEL'
        ? `${digits('start_ms')},${digits('duration_ms')},${gridX},${gridY},1,${blockX},${blockY},1,${cell('regs')},0,0,,,${where},"${cell('test')}(int)"`
        : `${digits('start_ms')},${digits('duration_ms')},,,,,,,,,,${(bytes / 1024).toFixed(6)},${rate.toFixed(6)},${where},"[CUDA memcpy ${cell('kind') === 'H2D' ? 'HtoD' : 'DtoH'}]"`;
    });
    const file = await read(lines(PREAMBLE, TRACE_HEADER, 'ms,ms,,,,,,,,B,B,KB,GB/s,,,,', events));
    assert.ok(file.status === 'full' && !isDoubted(file), codes(file).join(' '));
    assert.deepEqual([events.length, file.transfers.length + file.kernels.length], [4672, 4672]);
    assert.ok(file.transfers.every(({ bytes, durationNs }) => bytes !== null && durationNs !== null));
  });

  it('is read without a doubt about any counter of a hundred kernels', async () => {
    for (const name of ['kernel_stats_gtx950', 'block_sweep_gtx950'])
      for (const row of tableRows(ROOT, name)) {
        const counters = Object.entries(row).filter(([column, cell]) => isMetric(column) && cell !== '');
        const file = await read(
          lines(
            PREAMBLE,
            METRICS_HEADER,
            counters.map(
              ([metric, cell]) =>
                `"GTX 950 (0)","k(int)",1,"${metric}","of it",${[cell, cell, cell].map(quoted).join(',')}`,
            ),
          ),
        );
        const doubts = file.warnings.map(({ message }) => english(message)).join('; ');
        assert.ok(file.status === 'full' && !isDoubted(file), `${row['kern_name']}: ${doubts}`);
        for (const [metric, cell] of counters) {
          const value = plainValue(cell);
          if (value !== null) assert.equal(file.kernels[0]!.metrics[metric], value, metric);
        }
      }
  });

  it('is missing where a run died before its result', async () => {
    const file = await read(lines(PREAMBLE));
    assert.deepEqual([file.status, file.kernels.length], ['empty', 0]);
  });
});
