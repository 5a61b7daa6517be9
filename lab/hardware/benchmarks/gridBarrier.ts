import { atClock, cyclesOf } from './runner';

/** Barriers of the shorter run; the longer one has as many again that count. */
const BARRIERS = 20;

/** Nanoseconds of a barrier of all blocks of a launch that do nothing else, one block on an SM or as many as need be. */
export function gridBarrierNs(gpu: string, clockMHz: number, blocks: number, threads: number): number {
  const loaded = atClock(gpu, clockMHz);
  const cycles = (trips: number): number =>
    cyclesOf(loaded, {
      registersPerThread: 32,
      arrays: {},
      body: [{ op: 'loop', trips, body: [{ op: 'barrier', scope: 'grid' }] }],
      grid: blocks,
      block: threads,
    });
  return ((cycles(2 * BARRIERS) - cycles(BARRIERS)) / BARRIERS / clockMHz) * 1000;
}
