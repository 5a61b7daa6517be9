import type { SimulatorSpec } from '../spec/simulatorSpec';

/** A stretch of component numbers that begins at a word of the event wheel. */
export interface ComponentRange {
  readonly first: number;
  readonly firstWord: number;
  readonly endWord: number;
}

/** The stages of the machine in the order in which they run within a cycle. */
export const STAGES = ['replyArbiters', 'dram', 'l2', 'requestArbiters', 'sms', 'dispatcher'] as const;
export type Stage = (typeof STAGES)[number];

export type ComponentMap = Readonly<Record<Stage, ComponentRange>> & { readonly total: number };

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
  const ranges = STAGES.map((stage) => {
    const firstWord = word;
    word += Math.ceil(sizes[stage] / 32);
    return [stage, { first: firstWord * 32, firstWord, endWord: word }] as const;
  });
  return { ...(Object.fromEntries(ranges) as Record<Stage, ComponentRange>), total: word * 32 };
}
