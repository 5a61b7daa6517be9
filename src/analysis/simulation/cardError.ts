import { message, type Message } from '../../kernel/message';
import type { ErrorBound } from '../../kernel/prediction';
import study from './cardError.json';

const { command, classes } = study;

/**
 * How far simulated slowdowns are from cards', by how large they are told: pairs of applications of one kernel that
 * follows from its source, under MPS on an H100 and an H200, some of which nothing was fitted to. Streams slow kernels
 * down there as MPS does (docs/hardware.md). A limit of null is none.
 */
export const CARD_CLASSES: readonly {
  readonly upTo: number | null;
  readonly mean: number;
  readonly worst: number;
  readonly slowdowns: number;
}[] = classes;

/** Slowdowns of kernels on SMs of their own, of pairs in green contexts on an H100 (docs/hardware.md). */
const DIVIDED = {
  mean: 0.099,
  worst: 0.176,
  evidence: message('analysis.comparedCard.divided', {
    slowdowns: 8,
    study: 'npm run study -- co-runs-on-card',
  }),
} as const;

/**
 * The error of a simulated slowdown: a card's, or what shortening the run costs where that is more.
 *
 * @param ofRun null where whole launches ran on the whole GPU
 * @param isDivided whether each kernel had SMs of its own
 */
export function noLessThanOnCard(ofRun: ErrorBound | null, slowdown: number, isDivided: boolean): ErrorBound {
  const onCard = isDivided ? DIVIDED : classOf(slowdown);
  return ofRun !== null && ofRun.metric !== null && ofRun.mean > onCard.mean
    ? ofRun
    : { metric: 'errSD', ...onCard };
}

function classOf(slowdown: number): {
  readonly mean: number;
  readonly worst: number;
  readonly evidence: Message;
} {
  const at = CARD_CLASSES.findIndex(({ upTo }) => slowdown <= (upTo ?? Infinity));
  const { mean, worst, slowdowns, upTo } = CARD_CLASSES[at]!;
  const above = CARD_CLASSES[at - 1]?.upTo ?? 1;
  const said = { slowdowns, study: command, above };
  if (upTo === null) return { mean, worst, evidence: message('analysis.comparedCard.above', said) };
  const code = at === 0 ? 'upTo' : 'between';
  return { mean, worst, evidence: message(`analysis.comparedCard.${code}`, { ...said, upTo }) };
}
