import type { MeasuredCoRun, MeasuredMode } from '../../gpu/measuredCoRuns/coRunData';

/** A co-run that was measured, and what the simulator says of it. */
export interface ComparedCoRun extends MeasuredCoRun {
  /** Null where the simulation has no slowdown for one of them. */
  readonly simulated: readonly number[] | null;
  /** What was simulated of it, in core cycles; not steady where the limit came before paces stood still. */
  readonly window?: { readonly fromCycle: number; readonly toCycle: number; readonly isSteady: boolean };
}

/** Rules that know nothing of the kernels. */
export const BASELINES = ['undisturbed', 'turns', 'constant'] as const;

/** A rule that knows nothing of the kernels. */
export type Baseline = (typeof BASELINES)[number];

/** Errors of one sharing mode with so many kernels together. */
export interface CoRunScore {
  readonly mode: MeasuredMode;
  readonly together: number;
  /** Slowdowns that were compared. */
  readonly slowdowns: number;
  /** Mean of |told / measured − 1|. */
  readonly simulated: number;
  /** The same of rules: nobody slows down; all take turns; the mean of all other co-runs of the kind. */
  readonly baselines: Readonly<Record<Baseline, number>>;
}

/** How far the simulator and trivial rules are from what was measured, by mode and number of kernels. */
export function scoresOf(coRuns: readonly ComparedCoRun[]): readonly CoRunScore[] {
  const kinds = new Map<string, ComparedCoRun[]>();
  for (const one of coRuns) {
    const key = `${one.mode} ${one.kernels.length}`;
    kinds.set(key, [...(kinds.get(key) ?? []), one]);
  }
  return [...kinds.values()].flatMap((kind) => scoreOf(kind) ?? []);
}

function scoreOf(kind: readonly ComparedCoRun[]): CoRunScore | null {
  const rows = kind.flatMap(({ simulated, slowdowns, kernels }, of) =>
    simulated === null
      ? []
      : slowdowns.map((measured, i) => ({
          of,
          measured,
          simulated: simulated[i]!,
          undisturbed: 1,
          turns: kernels.length,
        })),
  );
  const [first] = kind;
  if (first === undefined || rows.length === 0) return null;
  const error = (told: (row: (typeof rows)[number]) => number): number =>
    rows.reduce((sum, row) => sum + Math.abs(told(row) / row.measured - 1), 0) / rows.length;
  return {
    mode: first.mode,
    together: first.kernels.length,
    slowdowns: rows.length,
    simulated: error((row) => row.simulated),
    baselines: {
      undisturbed: error((row) => row.undisturbed),
      turns: error((row) => row.turns),
      constant: error((row) =>
        meanOf(rows.filter(({ of }) => of !== row.of).map(({ measured }) => measured)),
      ),
    },
  };
}

/** Mean; of nothing the slowdown of an undisturbed kernel. */
function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 1 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
