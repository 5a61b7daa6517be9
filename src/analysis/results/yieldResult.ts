/** How much a kernel is to yield, as the views show it. */
export type { ListedTrial, YieldRequest, YieldSearchAnswer } from '../yielding/yieldAnswer';
