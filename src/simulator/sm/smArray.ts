import type { EventWheel } from '../core/eventWheel';
import type { ReplyNetwork } from '../memory/outputQueues';
import { kindOf, ownerOf, R, REQUEST_SHIFT, RequestKind, sectorsOf, type Requests } from '../memory/requests';
import type { ContextSwitch } from './contextSwitch';
import type { IssueStage } from './issueStage';
import type { LoadStoreUnit } from './loadStoreUnit';
import type { ReadCache } from './readCache';
import { NEVER, type Schedulers } from './schedulers';
import type { WarpControl } from './warpControl';

/** Components of a streaming multiprocessor. */
export interface SmParts {
  readonly wheel: EventWheel;
  readonly requests: Requests;
  readonly fromL2: ReplyNetwork;
  readonly schedulers: Schedulers;
  readonly control: WarpControl;
  readonly issue: IssueStage;
  readonly loadStore: LoadStoreUnit;
  readonly l1: ReadCache;
  readonly constants: ReadCache;
  readonly instructions: ReadCache;
  readonly contexts: ContextSwitch;
  /** Component number of the first SM. */
  readonly component: number;
}

/** All streaming multiprocessors: one step of one of them is one cycle of its pipeline. */
export class SmArray {
  constructor(private readonly parts: SmParts) {}

  step(sm: number): void {
    const { wheel, schedulers, control, issue, loadStore, contexts, component } = this.parts;
    const now = wheel.now;
    let next = this.takeReplies(sm, now);
    schedulers.wake(sm, now);
    control.now = now;
    schedulers.ring(sm, now);
    next = Math.min(next, issue.step(sm, now));
    next = Math.min(next, loadStore.step(sm, now));
    if (loadStore.hasMadeRoom) {
      schedulers.queueHasRoom(sm);
      next = now + 1;
    }
    next = Math.min(next, contexts.step(sm, now));
    if (next > now + 1) next = Math.min(next, schedulers.nextWake(sm, now));
    if (next !== NEVER) wheel.schedule(component + sm, next);
  }

  /** Takes the replies that have arrived; when the next one arrives, or `NEVER`. */
  private takeReplies(sm: number, now: number): number {
    const { fromL2, requests, loadStore } = this.parts;
    const { words } = requests;
    for (let request = fromL2.oldest(sm); request >= 0; request = fromL2.oldest(sm)) {
      const at = request << REQUEST_SHIFT;
      const due = words[at + R.station]!;
      if (due > now) return due;
      fromL2.receive(sm);
      const facts = words[at + R.facts]!;
      this.cacheOf(kindOf(facts)).reply(sm, ownerOf(words[at + R.home]!), sectorsOf(facts), now + 1);
      requests.release(request);
      loadStore.replyArrived(sm);
    }
    return NEVER;
  }

  private cacheOf(kind: number): ReadCache {
    if (kind === RequestKind.constant) return this.parts.constants;
    if (kind === RequestKind.instruction) return this.parts.instructions;
    return this.parts.l1;
  }
}
