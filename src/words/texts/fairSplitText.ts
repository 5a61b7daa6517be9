import type { FairSplit } from '../../kernel/prediction';
import { factor } from '../format';

/** SMs of a kernel and its partner, and what both lose on them. */
export function fairSplitText({ sms, slowdowns, isApplicable, isUnsure }: FairSplit): string {
  const [own, other] = slowdowns.map(factor);
  const contexts = isApplicable ? ' as green contexts' : '';
  return `${sms.join(' : ')} SMs${contexts}, ${own} and ${other} ○${isUnsure ? ', unsure' : ''}`;
}
