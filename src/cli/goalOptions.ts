import { InputError } from '../kernel/result';
import { message } from '../kernel/message';
import { isWeight, WEIGHTS } from '../kernel/weights';
import { MECHANISMS, type Mechanism } from '../sharing/applied/appliedSplit';
import type { AllocationGoal } from '../sharing/goal';
import { CONFIDENCES, DEFAULT_CONFIDENCE, type Confidence } from '../sharing/targetGuard';
import { say } from '../words/say';
import { text, UsageError, type OptionValues } from './command';

/** What a split of the SMs is to be good for, on the command line. */
export const GOAL_OPTIONS = {
  weights: {
    type: 'string',
    value: 'W,W…',
    help: message('cli.allocate.weights'),
    otherwise: message('cli.allocate.equal'),
  },
  qos: {
    type: 'string',
    multiple: true,
    value: 'NAME=PROGRESS',
    help: message('cli.allocate.qos'),
  },
  confidence: {
    type: 'string',
    value: 'PERCENT',
    help: message('cli.allocate.confidence', { known: CONFIDENCES }),
    otherwise: DEFAULT_CONFIDENCE,
  },
} as const;

/** By what the split is to be put into force; null where that is not said. */
export function mechanismOf(options: OptionValues): Mechanism | null {
  const name = text(options, 'mechanism');
  const found = MECHANISMS.find((mechanism) => mechanism === name);
  if (name !== undefined && found === undefined)
    throw new UsageError(say('cli.fault.oneOf', { option: '--mechanism', known: MECHANISMS }));
  return found ?? null;
}

/** How surely targets are to be kept; nothing where that is not said. */
export function confidenceOf(options: OptionValues): { readonly confidence?: Confidence } {
  const given = text(options, 'confidence');
  if (given === undefined) return {};
  const confidence = CONFIDENCES.find((one) => String(one) === given);
  if (confidence === undefined)
    throw new UsageError(say('cli.fault.oneOf', { option: '--confidence', known: CONFIDENCES }));
  if (options['qos'] === undefined) throw new UsageError(say('cli.fault.confidence'));
  return { confidence };
}

/**
 * The goal that options ask for, of applications by their names.
 *
 * @throws UsageError where it is no goal of theirs
 */
export function goalOf(options: OptionValues, names: readonly string[]): AllocationGoal {
  const weights = text(options, 'weights');
  const qos = [options['qos'] ?? []].flat().filter((value) => typeof value === 'string');
  if (weights !== undefined && qos.length > 0) throw new UsageError(say('cli.fault.weightsOrQos'));
  if (qos.length > 0)
    return {
      kind: 'qos',
      targets: targetsOf(qos, names),
    };
  if (weights === undefined) return { kind: 'fair', weights: names.map(() => 1 / names.length) };
  const numbers = weights.split(',').map(Number);
  if (numbers.length !== names.length || !numbers.every(isWeight))
    throw new UsageError(
      say('cli.fault.weights', { apps: names.length, from: WEIGHTS[0], to: WEIGHTS[1], given: weights }),
    );
  return { kind: 'fair', weights: numbers };
}

function targetsOf(pairs: readonly string[], names: readonly string[]): (number | null)[] {
  const targets = names.map((): number | null => null);
  for (const pair of pairs) {
    const cut = pair.lastIndexOf('=');
    const name = pair.slice(0, Math.max(0, cut));
    const at = names.indexOf(name);
    const target = Number(pair.slice(cut + 1));
    if (cut < 0 || at < 0) throw new UsageError(say('cli.fault.qosName', { names }));
    if (names.lastIndexOf(name) !== at) throw new InputError(message('cli.fault.qosTwins', { pair, name }));
    if (!(target > 0 && target <= 1)) throw new UsageError(say('cli.fault.qosRange', { pair, name }));
    if (targets[at] !== null) throw new UsageError(say('cli.fault.qosTwice', { pair, name }));
    targets[at] = target;
  }
  return targets;
}
