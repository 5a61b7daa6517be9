import type { SimulatorSpec } from '../spec/simulatorSpec';

/** A stretch of component numbers that begins at a word of the event wheel. */
export interface ComponentRange {
  readonly first: number;
  readonly firstWord: number;
  readonly endWord: number;
}

/** The stages of the machine, which run one after the other within a cycle. */
type Stage = 'replyArbiters' | 'dram' | 'l2' | 'requestArbiters' | 'sms' | 'dispatcher';

/** Numbers of the machine's components in the event wheel, stage by stage. */
export interface ComponentMap extends Readonly<Record<Stage, ComponentRange>> {
  readonly total: number;
}

/** Numbers the components of a machine stage by stage. */
export function componentMap(spec: SimulatorSpec): ComponentMap {
  const sizes: Record<Stage, number> = {
    replyArbiters: spec.sms,
    dram: spec.memory.channels,
    l2: spec.l2.slices,
    requestArbiters: spec.l2.slices,
    sms: spec.sms,
    dispatcher: 1,
  };
  let word = 0;
  const range = (stage: Stage): ComponentRange => {
    const firstWord = word;
    word += Math.ceil(sizes[stage] / 32);
    return { first: firstWord * 32, firstWord, endWord: word };
  };
  // The order of these lines is the order in which the stages run.
  const replyArbiters = range('replyArbiters');
  const dram = range('dram');
  const l2 = range('l2');
  const requestArbiters = range('requestArbiters');
  const sms = range('sms');
  const dispatcher = range('dispatcher');
  return { replyArbiters, dram, l2, requestArbiters, sms, dispatcher, total: word * 32 };
}
