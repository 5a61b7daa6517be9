import type { GeneratedKernel } from './generate';
import type { Verdict } from './verdict';

/** A generated kernel with what came of its comparison. */
export interface ProofRow {
  readonly kernel: GeneratedKernel;
  readonly verdict: Verdict;
}

/** Outcomes by what the patterns are about, as a table in Markdown; a kernel of two kinds counts with both. */
export function proofTable(rows: readonly ProofRow[]): string {
  const groups = [...new Set(rows.flatMap(({ kernel }) => groupsOf(kernel)))];
  return [
    '| patterns | kernels | accesses and arithmetic hold | without an assumption | integer and control too | marked | silent | refused | assumptions |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...groups.map((group) =>
      tableRow(
        group,
        rows.filter(({ kernel }) => groupsOf(kernel).includes(group)),
      ),
    ),
    tableRow('all', rows),
  ].join('\n');
}

function groupsOf({ patterns }: GeneratedKernel): string[] {
  return [...new Set(patterns.map((name) => name.split('.')[0]!))];
}

function tableRow(name: string, rows: readonly ProofRow[]): string {
  const share = (holds: (verdict: Verdict) => boolean): string =>
    `${((100 * rows.filter(({ verdict }) => holds(verdict)).length) / rows.length).toFixed(0)} %`;
  const number = (kind: Verdict['kind']): number =>
    rows.filter(({ verdict }) => verdict.kind === kind).length;
  const assumptions = rows.reduce((sum, { verdict }) => sum + verdict.assumptions, 0) / rows.length;
  const cells = [
    rows.length,
    share(({ kind }) => kind === 'holds'),
    share(({ kind, assumptions: made }) => kind === 'holds' && made === 0),
    share(({ holdsSoft }) => holdsSoft),
    number('marked'),
    number('silent'),
    number('refused'),
    assumptions.toFixed(2),
  ];
  return `| ${name} | ${cells.join(' | ')} |`;
}
