import type { FairSplit } from '../../kernel/prediction';
import { ORIGIN_MARK } from '../../kernel/origin';
import { say } from '../say';

/** SMs of a kernel and its partner, and what both lose on them. */
export function fairSplitText({ sms, slowdowns, isApplicable, isUnsure }: FairSplit): string {
  const [own, other] = slowdowns;
  const code = isApplicable ? 'summary.fairSplitContexts' : 'summary.fairSplit';
  const text = say(code, { sms: sms.join(' : '), own, other, mark: ORIGIN_MARK.predicted });
  return isUnsure ? say('summary.unsure', { text }) : text;
}
