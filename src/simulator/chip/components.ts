import { quotientUp } from '../core/bits';
import type { ChipSpec } from './chipSpec';

/** A stretch of component numbers that begins at a word of the event wheel. */
export class ComponentRange {
  readonly first: i32;
  readonly words: i32;

  constructor(
    readonly firstWord: i32,
    components: i32,
  ) {
    this.first = firstWord << 5;
    this.words = quotientUp(components, 32);
  }

  get endWord(): i32 {
    return this.firstWord + this.words;
  }
}

/** Numbers of the machine's components in the event wheel, stage by stage, in the order in which the stages run. */
export class ComponentMap {
  readonly replyArbiters: ComponentRange;
  readonly dram: ComponentRange;
  readonly l2: ComponentRange;
  readonly requestArbiters: ComponentRange;
  readonly sms: ComponentRange;
  readonly dispatcher: ComponentRange;

  constructor(spec: ChipSpec) {
    this.replyArbiters = new ComponentRange(0, spec.sms);
    this.dram = new ComponentRange(this.replyArbiters.endWord, spec.memory.channels);
    this.l2 = new ComponentRange(this.dram.endWord, spec.l2.slices);
    this.requestArbiters = new ComponentRange(this.l2.endWord, spec.l2.slices);
    this.sms = new ComponentRange(this.requestArbiters.endWord, spec.sms);
    this.dispatcher = new ComponentRange(this.sms.endWord, 1);
  }

  get total(): i32 {
    return this.dispatcher.endWord << 5;
  }
}
