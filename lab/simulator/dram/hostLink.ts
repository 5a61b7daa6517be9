import { tableRows, copiesText } from '../../data/tables';
import { markdownTable } from '../../../src/kernel/markdownTable';
import { loneCopyNs } from '../../../src/simulator/hostlink/hostLink';
import { pcieLink } from '../../../src/simulator/hostlink/hostLinkSpec';
import { groupBy } from '../../../src/stats/grouping';

interface Measured {
  readonly gpu: string;
  readonly link: string;
  readonly direction: 'HtoD' | 'DtoH';
  readonly pinned: boolean;
  readonly bytes: number;
  readonly rate: number;
}

function readBandwidths(root: string): readonly Measured[] {
  return tableRows(root, 'copy_bandwidth')
    .filter(({ link, kind }) => /^PCIe\d( x\d+)?$/.test(link!) && /^[hd]2/.test(kind!) && kind !== 'd2d')
    .map(({ gpu, link, kind, bytes, gb_per_s: rate }) => ({
      gpu: gpu!,
      link: link!,
      direction: kind!.startsWith('h2d') ? 'HtoD' : 'DtoH',
      pinned: kind!.endsWith('pinned'),
      bytes: Number(bytes),
      rate: Number(rate),
    }));
}

function ours({ link, direction, bytes, pinned }: Measured): number {
  const [, generation, lanes] = /^PCIe(\d)(?: x(\d+))?$/.exec(link)!;
  return loneCopyNs(pcieLink(Number(generation), Number(lanes ?? 16)), { direction, bytes, pinned });
}

/** How much longer the measured copy takes, in microseconds. */
const moreMicroseconds = (row: Measured): number => (row.bytes / row.rate - ours(row)) / 1000;

/** Each measured series at its smallest and its largest size. */
export function bandwidthTable(root: string): string {
  const series = groupBy(
    readBandwidths(root),
    ({ gpu, link, direction, pinned }) => `${gpu} | ${link} | ${direction} ${pinned ? 'pinned' : 'pageable'}`,
  );
  const rows = [...series].map(([name, points]) => {
    const sorted = points.toSorted((a, b) => a.bytes - b.bytes);
    const [small, large] = [sorted[0]!, sorted.at(-1)!];
    const rate = large.bytes / ours(large);
    return [
      name,
      large.bytes.toLocaleString('en'),
      large.rate.toFixed(1),
      rate.toFixed(1),
      `${((rate / large.rate - 1) * 100).toFixed(0)} %`,
      small.bytes.toLocaleString('en'),
      moreMicroseconds(small).toFixed(1),
    ];
  });
  const header = ['GPU', 'link', 'copy', 'largest, bytes', 'measured GB/s', 'ours', 'error'];
  return markdownTable([...header, 'smallest, bytes', 'measured takes more, µs'], rows);
}

/** Durations of pinned copies to a GTX 950, in microseconds. */
export function gtx950Table(root: string): string {
  const lines = copiesText(root, 'floats').split('\n');
  const rows = lines.map((line) => line.split(',').map(Number) as [number, number]);
  const duration = (floats: number) =>
    loneCopyNs(pcieLink(2), { direction: 'HtoD', bytes: floats * 4, pinned: true }) / 1000;
  const errors = rows.filter((_, i) => i % 100 === 0).map(([floats, us]) => duration(floats) / us - 1);
  const mean = errors.reduce((sum, error) => sum + Math.abs(error), 0) / errors.length;
  const worst = Math.max(...errors.map(Math.abs));
  const shown = [1, 100, 1000, 4000, 10000, 20000, 30000, 43000].map((floats) => rows[floats - 1]!);
  const table = markdownTable(
    ['bytes', 'measured µs', 'ours', 'error'],
    shown.map(([floats, us]) => [
      String(floats * 4),
      us.toFixed(2),
      duration(floats).toFixed(2),
      `${((duration(floats) / us - 1) * 100).toFixed(1)} %`,
    ]),
  );
  const summary = `Every hundredth of the 43,002 sizes: mean error ${(mean * 100).toFixed(1)} %, largest ${(worst * 100).toFixed(1)} %.`;
  return `${table}\n\n${summary}`;
}
