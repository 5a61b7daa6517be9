import type { EngineMethod } from '../reproduction/engineMethods';
import {
  pairCoLocations,
  quadCoLocations,
  QUADS,
  REPRODUCTION_SEED,
  shuffled,
  TOTAL_SMS,
  tripleCoLocations,
  type CoLocation,
} from '../reproduction/protocol';
import { coLocationKey } from '../reproduction/rows';
import type { RepartitionPolicy } from '../../../src/simulator/run/simulatorRun';

/** One run that the reproduction needs. */
export type Task =
  | { readonly kind: 'solo'; readonly key: string; readonly app: string; readonly sms: number }
  | { readonly kind: 'corun' | 'asm' | 'bubble' | 'periods'; readonly key: string; readonly at: CoLocation }
  | {
      readonly kind: 'engine';
      readonly key: string;
      readonly at: CoLocation;
      readonly method: EngineMethod;
      readonly goal: Goal;
    };

export type Goal =
  | {
      readonly kind: 'fair';
      readonly weights: readonly number[];
      readonly threshold?: number;
      readonly maxDistance?: number;
      readonly preemption?: RepartitionPolicy;
      readonly length?: RunLength;
    }
  | { readonly kind: 'qos'; readonly target: number; readonly length?: RunLength }
  /** SMs stay as they are. */
  | { readonly kind: 'split'; readonly sms: readonly number[]; readonly length: RunLength };

/** How long a run under the engine is, and how often it decides; core cycles. */
export interface RunLength {
  readonly cycles: number;
  readonly epochCycles: number;
}

/** So that launches end within a run, and the way to a split weighs little. */
const LONG_RUN: RunLength = { cycles: 400_000, epochCycles: 20_000 };
/** First application's SMs in long runs without an engine. */
const LONG_SPLITS = [15, 30, 45] as const;

/** Name of a part, for the command line. */
export const PARTS = [
  'solo',
  'pairs',
  'asm',
  'triples',
  'quads',
  'fair',
  'fair-switch',
  'qos',
  'qos-long',
  'bubble',
  'sensitivity',
  'bubble-psp',
  'periods',
] as const;
export type Part = (typeof PARTS)[number];

/** Seven targets from 0.6 to 0.9 (figure 12). */
export const QOS_TARGETS = [0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9] as const;
/** Ways to keep a progress target. */
export const QOS_METHODS = [
  'Themis',
  'Themis learned',
  'Themis guarded',
  'Themis accounted',
] as const satisfies readonly EngineMethod[];
/** Those of long runs, in which the engine is also given measured progress instead of predicted. */
const LONG_TARGETS = [0.6, 0.75, 0.9] as const;
/** The whole GPU, and the sizes of figure 2. */
const TEST_SMS = [60, 30, 15, 45];
/** Pairs at even SMs that figure 7b is drawn from. */
const PERIOD_PAIRS = 10;
const UNEVEN = [0.2, 0.8] as const;
const WEIGHTS = [[0.5, 0.5], UNEVEN] as const;
/** A profile of two applications by Bubble-Flux takes 1.2 million cycles; it allocates after that. */
const BUBBLE_RUN: RunLength = { cycles: 1_800_000, epochCycles: 20_000 };

const solo = (app: string, sms: number): Task => ({ kind: 'solo', key: `solo ${app} ${sms}`, app, sms });
const shared = (kind: 'corun' | 'asm' | 'bubble' | 'periods', at: CoLocation): Task => ({
  kind,
  key: coLocationKey(kind, at.apps, at.sms),
  at,
});

/** What a policy is called in its rows. */
export function goalText(goal: Goal): string {
  const long = goal.length === undefined ? '' : ` cycles ${goal.length.cycles}`;
  if (goal.kind === 'split') return `split ${goal.sms.join(':')}${long}`;
  if (goal.kind === 'qos') return `qos ${goal.target} batch${long}`;
  const { weights, threshold, maxDistance, preemption } = goal;
  const extra = [
    threshold && `thres ${threshold}`,
    maxDistance && `maxDist ${maxDistance}`,
    preemption,
  ].filter(Boolean);
  return [`fair ${weights.join(' ')}`, ...extra].join(' ') + long;
}

function engine(apps: readonly string[], sms: readonly number[], method: EngineMethod, goal: Goal): Task {
  const key = `engine ${method} ${goalText(goal)} ${apps.join(' ')}`;
  return { kind: 'engine', key, at: { apps, sms }, method, goal };
}

/** Runs for progress targets, pair by pair. */
function progressTargets(
  test: readonly string[],
  methods: readonly EngineMethod[],
  targets: readonly number[],
): Task[] {
  return drawnPairs(test, true).flatMap((apps) =>
    targets.flatMap((target) =>
      methods.map((method) => engine(apps, [30, 30], method, { kind: 'qos', target })),
    ),
  );
}

/** Runs for fair sharing by each of the weights; a pair and its mirror image differ where these do. */
function fairSharing(
  test: readonly string[],
  methods: readonly EngineMethod[],
  more: { readonly preemption?: RepartitionPolicy } = {},
): Task[] {
  return WEIGHTS.flatMap((weights) =>
    drawnPairs(test, weights[0] !== weights[1]).flatMap((apps) =>
      methods.map((method) => engine(apps, splitOf(weights), method, { kind: 'fair', weights, ...more })),
    ),
  );
}

/** Pairs in a drawn order, with mirror images or without. */
function drawnPairs(names: readonly string[], mirrored: boolean): string[][] {
  const pairs = names.flatMap((a, i) => names.filter((_, j) => mirrored || j >= i).map((b) => [a, b]));
  return shuffled(pairs, REPRODUCTION_SEED);
}

/** A pair at set splits, then with progress targets. */
function longRuns(apps: readonly string[]): Task[] {
  const splits = LONG_SPLITS.map((first) => {
    const sms = [first, TOTAL_SMS - first];
    return engine(apps, sms, 'Static', { kind: 'split', sms, length: LONG_RUN });
  });
  const targets = LONG_TARGETS.flatMap((target) =>
    (['Oracle', ...QOS_METHODS, 'Most SMs'] as const).map((method) =>
      engine(apps, [30, 30], method, { kind: 'qos', target, length: LONG_RUN }),
    ),
  );
  return [...splits, ...targets];
}

/** The runs of a part in the order in which they are done; a beginning of it is a random sample. */
export function tasksOf(part: Part, test: readonly string[]): Task[] {
  const pairs = pairCoLocations(test);
  switch (part) {
    case 'solo':
      return TEST_SMS.flatMap((sms) => test.map((app) => solo(app, sms)));
    case 'pairs':
      return evenFirst(pairs).map((at) => shared('corun', at));
    case 'asm':
      return evenFirst(pairs).map((at) => shared('asm', at));
    case 'bubble':
      return drawnByEvenness(pairs).even.map((at) => shared('bubble', at));
    case 'periods':
      return drawnByEvenness(pairs)
        .even.slice(0, PERIOD_PAIRS)
        .map((at) => shared('periods', at));
    case 'triples':
      return shuffled(tripleCoLocations(test), REPRODUCTION_SEED).map((at) => shared('corun', at));
    case 'quads':
      return quadCoLocations(test, QUADS, REPRODUCTION_SEED).map((at) => shared('corun', at));
    case 'fair':
      return fairSharing(test, ['HP', 'Themis', 'Themis learned', 'ASM', 'ASM-GPM']);
    case 'fair-switch':
      return fairSharing(test, ['Themis', 'Themis learned'], { preemption: 'switch' });
    case 'qos':
      return progressTargets(test, [...QOS_METHODS, 'Themis advised', 'Most SMs'], QOS_TARGETS);
    case 'qos-long':
      return drawnPairs(test, true).flatMap((apps) => longRuns(apps));
    case 'bubble-psp':
      return drawnPairs(test, true).flatMap((apps) =>
        (['Bubble', 'HP', 'Themis'] as const).map((method) =>
          engine(apps, splitOf(UNEVEN), method, { kind: 'fair', weights: UNEVEN, length: BUBBLE_RUN }),
        ),
      );
    case 'sensitivity':
      return drawnPairs(test, false).flatMap((apps) => sensitivity(apps));
  }
}

/** In a drawn order, those at even SMs before the others. */
function evenFirst(pairs: readonly CoLocation[]): CoLocation[] {
  const { even, others } = drawnByEvenness(pairs);
  return [...even, ...others];
}

/** Both in a drawn order. */
function drawnByEvenness(pairs: readonly CoLocation[]): Readonly<Record<'even' | 'others', CoLocation[]>> {
  const isEven = ({ sms }: CoLocation): boolean => sms[0] === sms[1];
  const drawn = shuffled(pairs, REPRODUCTION_SEED);
  return { even: drawn.filter(isEven), others: drawn.filter((at) => !isEven(at)) };
}

const splitOf = (weights: readonly number[]): number[] => weights.map((weight) => weight * TOTAL_SMS);

/** Figure 11: maxDist and threshold of Themis-Fair. */
function sensitivity(apps: readonly string[]): Task[] {
  const weights = [0.5, 0.5];
  return [1, 5, 10, 20].flatMap((maxDistance) =>
    [0.1, 0.3].map((threshold) =>
      engine(apps, [30, 30], 'Themis', { kind: 'fair', weights, maxDistance, threshold }),
    ),
  );
}
