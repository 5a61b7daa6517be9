import { lesser } from '../core/bits';
import type { EventWheel } from '../core/eventWheel';
import type { ReplyNetwork } from '../memory/outputQueues';
import { kindOf, ownerOf, R, REQUEST_SHIFT, RequestKind, sectorsOf, type Requests } from '../memory/requests';
import type { ContextSwitch } from './contextSwitch';
import type { IssueStage } from './issueStage';
import type { LoadStoreUnit } from './loadStoreUnit';
import type { ReadCache } from './readCache';
import { NEVER } from '../core/sizes';
import { type Schedulers } from './schedulers';
import type { WarpControl } from './warpControl';

/** Components of a streaming multiprocessor. */
export class SmParts {
  constructor(
    readonly wheel: EventWheel,
    readonly requests: Requests,
    readonly fromL2: ReplyNetwork,
    readonly schedulers: Schedulers,
    readonly control: WarpControl,
    readonly issue: IssueStage,
    readonly loadStore: LoadStoreUnit,
    readonly l1: ReadCache,
    readonly constants: ReadCache,
    readonly instructions: ReadCache,
    readonly contexts: ContextSwitch,
    /** Component number of the first SM. */
    readonly component: i32,
  ) {}
}

/** All streaming multiprocessors: one step of one of them is one cycle of its pipeline. */
export class SmArray {
  constructor(private readonly parts: SmParts) {}

  step(sm: i32): void {
    const wheel = this.parts.wheel;
    const schedulers = this.parts.schedulers;
    const control = this.parts.control;
    const issue = this.parts.issue;
    const loadStore = this.parts.loadStore;
    const contexts = this.parts.contexts;
    const component = this.parts.component;
    const now = wheel.now;
    let next = this.takeReplies(sm, now);
    schedulers.wake(sm, now);
    control.now = now;
    schedulers.ring(sm, now);
    next = lesser(next, issue.step(sm, now));
    next = lesser(next, loadStore.step(sm, now));
    if (loadStore.hasMadeRoom) {
      schedulers.queueHasRoom(sm);
      next = now + 1;
    }
    next = lesser(next, contexts.step(sm, now));
    if (next > now + 1) next = lesser(next, schedulers.nextWake(sm, now));
    if (next !== NEVER) wheel.schedule(component + sm, next);
  }

  /** Takes the replies that have arrived; when the next one arrives, or `NEVER`. */
  private takeReplies(sm: i32, now: i32): i32 {
    const fromL2 = this.parts.fromL2;
    const requests = this.parts.requests;
    const loadStore = this.parts.loadStore;
    const words = requests.words;
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

  private cacheOf(kind: i32): ReadCache {
    if (kind === RequestKind.constant) return this.parts.constants;
    if (kind === RequestKind.instruction) return this.parts.instructions;
    return this.parts.l1;
  }
}
