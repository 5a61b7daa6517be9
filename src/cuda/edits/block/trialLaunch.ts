import type { Launch } from '../../../kernel/kernel';
import { resolveDim3, type Dim3 } from '../../../kernel/symbolic';
import { evaluate, evaluateDim3 } from '../../constants/evaluate';
import type { Scope } from '../../constants/scope';
import { standIn } from '../../constants/standIn';
import { scopeOfLaunch } from '../../files/scopeOfLaunch';
import type { CudaWorkspace } from '../../workspace';
import { identifiers } from '../kernelUse';
import { configurationTexts } from './launchScope';

/**
 * Sizes put in for what is not known, set by set: one element, which no grid may round down to nothing; sizes that leave
 * another remainder with every block of up to 1024 threads (one less than multiples of 3072); sizes that are neither
 * multiples of a block nor powers of two, small ones, common ones, and such as meet a cap on the grid.
 */
const TRIAL_SIZES = [
  [1, 1, 1],
  [3071, 6143, 9215],
  [257, 1025, 65],
  [1_000_003, 700_001, 31_337],
  [2_000_000_011, 1_900_000_043, 1_800_000_011],
];

/** A launch with one set of stand-ins for what is not known of its grid. */
export interface TrialLaunch {
  readonly grid: Dim3;
  /** Whether the grid is of known numbers alone. */
  readonly isKnown: boolean;
  /** Values of the arguments under the same stand-ins; null for pointers and for what stays unknown. */
  readonly arguments: readonly (number | null)[];
  /** Values of all names in the arguments, by name. */
  readonly names: ReadonlyMap<string, number | null>;
}

/** Evaluates a launch with each set of stand-ins; null when that does not give its grid. */
export function trialLaunches(workspace: CudaWorkspace, launch: Launch): readonly TrialLaunch[] | null {
  const trials = TRIAL_SIZES.map((sizes) => trialLaunch(workspace, launch, sizes));
  return trials.every((trial) => trial !== null) ? trials : null;
}

/** Evaluates a launch with sizes for what is not known of its grid, in order; null when that does not give its grid. */
export function trialLaunch(
  workspace: CudaWorkspace,
  launch: Launch,
  sizes: readonly number[],
): TrialLaunch | null {
  const texts = configurationTexts(workspace, launch);
  const scope = scopeOfLaunch(workspace.functions(launch.path), launch);
  if (!texts || !scope) return null;
  const missing = new Set(launch.grid.flatMap((extent) => extent.unknowns));
  const unknowns = [
    ...new Set([...missing].flatMap((unknown) => openNames(texts.grid.text, unknown, scope))),
  ];
  const restore = unknowns.map((name, index) => standIn(scope, name, sizes[index % sizes.length]!));
  try {
    const grid = resolveDim3(evaluateDim3(texts.grid.text, scope));
    return grid && { grid, isKnown: unknowns.length === 0, ...argumentValues(launch, scope) };
  } finally {
    restore.forEach((undo) => undo());
  }
}

/**
 * The names that stand in for something that is not known: itself, or the variables that are computed from it where it
 * is no name (`n` for `atoi(argv[1])`).
 */
function openNames(text: string, unknown: string, scope: Scope, seen: readonly string[] = []): string[] {
  if (/^\w+$/.test(unknown)) return [unknown];
  const carriers = [...identifiers(text)].filter(
    (name) => !seen.includes(name) && evaluate(name, scope).unknowns.includes(unknown),
  );
  return carriers.flatMap((name) => {
    const symbol = scope.lookup(name)?.symbol;
    const [value, ...others] = symbol?.kind === 'variable' ? symbol.values : [];
    if (value === undefined || value.text === null || others.length > 0) return [];
    const deeper = openNames(value.text, unknown, scope, [...seen, name]);
    return deeper.length > 0 ? deeper : [name];
  });
}

function argumentValues(launch: Launch, scope: Scope): Pick<TrialLaunch, 'arguments' | 'names'> {
  const texts = launch.arguments.map(({ text }) => text);
  const names = new Set(texts.flatMap((text) => [...identifiers(text)]));
  return {
    arguments: texts.map((text) => evaluate(text, scope).value),
    names: new Map([...names].map((name) => [name, evaluate(name, scope).value])),
  };
}
