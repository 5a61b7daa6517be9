import { markdownTable } from '../../../src/kernel/markdownTable';
import { percent, significant } from '../../../src/words/format';
import type { Workload, WorkloadClass } from '../../../src/kernel/workload';
import { BUSY, classOf, type Measurement } from './measure';

export interface Row {
  readonly workload: Workload;
  /** By GPU, in the order of the columns. */
  readonly measured: readonly Measurement[];
  readonly saturationSms: number;
  readonly quarterSpeed: number;
}

const PAPER_NAMES = {
  themis: 'Themis',
  hsm: 'HSM',
  moka: 'Moka',
  prophet: 'Prophet',
  gspace: 'G-Space',
  magic: 'Magic',
} as const;

const PAPERS = ['themis', 'hsm', 'moka', 'prophet', 'gspace', 'magic'] as const;

/** What each paper that uses the workload calls it; null where it gives no class. */
export function paperClasses({ papers }: Workload): { paper: string; class: WorkloadClass | null }[] {
  return PAPERS.flatMap((name) => {
    const entry = papers[name];
    return entry === undefined ? [] : [{ paper: PAPER_NAMES[name], class: entry.class ?? null }];
  });
}

/** Whether a paper gives a class that is not ours on the first GPU. */
function differs({ workload, measured }: Row): boolean {
  const ours = classOf(measured[0]!);
  return paperClasses(workload).some((entry) => entry.class !== null && entry.class !== ours);
}

function papersCell(workload: Workload): string {
  const entries = paperClasses(workload).map((entry) =>
    entry.class === null ? entry.paper : `${entry.paper}: ${entry.class}`,
  );
  return entries.length === 0 ? '–' : entries.join(', ');
}

function classCell(measurement: Measurement): string {
  const tendency = Math.max(measurement.compute, measurement.memory) < BUSY ? '~' : '';
  return tendency + classOf(measurement);
}

/** The table of the suite as Markdown, one line a workload. */
export function suiteTable(rows: readonly Row[], gpus: readonly string[]): string {
  const head = [
    'workload',
    'stresses',
    ...gpus,
    'compute',
    'memory',
    'IPC',
    'DRAM',
    'row hits',
    'MPKI',
    'saturates at',
    '15 SMs',
    'cycles',
    'papers',
  ];
  const lines = rows.map((row) => {
    const { workload, measured } = row;
    const [first] = measured;
    if (first === undefined) throw new Error(`${workload.name}: not measured`);
    return [
      workload.name,
      workload.stresses,
      ...measured.map(classCell),
      percent(first.compute),
      percent(first.memory),
      significant(first.ipc),
      percent(first.dram),
      percent(first.rowHitRate),
      significant(first.mpki),
      `${row.saturationSms} SMs`,
      percent(row.quarterSpeed),
      `${first.whole ? '' : '> '}${Math.round(first.cycles / 1000)} K`,
      papersCell(workload),
    ];
  });
  const escaped = (cells: readonly string[]): string[] => cells.map((cell) => cell.replaceAll('|', '\\|'));
  return markdownTable(escaped(head), lines.map(escaped));
}

/** What kept each side busy on the first GPU, and the classes on the others. */
function evidence({ measured }: Row, gpus: readonly string[]): string {
  const [first, ...others] = measured;
  const { compute, memory, dram } = first!;
  const network = memory > dram ? `network of the L2 cache ${percent(memory)}, ` : '';
  const elsewhere = others.map((item, i) => `${classOf(item)} on ${gpus[i + 1]}`).join(', ');
  return `${classOf(first!)} here (${network}DRAM ${percent(dram)}, compute ${percent(compute)}), ${elsewhere}.`;
}

/** Where our class differs from a paper's: what was measured and, where it is known, why. */
export function differences(rows: readonly Row[], gpus: readonly string[]): string {
  return rows
    .filter(differs)
    .map((row) => {
      const { name, remark } = row.workload;
      return `- **${name}**: ${evidence(row, gpus)}${remark === undefined ? '' : ` ${remark}`}`;
    })
    .join('\n');
}
