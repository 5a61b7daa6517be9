import type { ApiProfile, ProfileFile } from '../../kernel/profile';
import { eachEvent } from '../../profiles/events';
import type { HostWait } from '../../timeline/trace/hostCalls';

/** Calls that return when work of the device has ended: `cudaStreamSynchronize`, `cuEventSynchronize` and the like. */
const WAITS = /Synchronize/;

/** Calls of a trace in which the host waited for the device, one row each, in order of start. */
export function waitingCalls({ api, apiEvents }: ProfileFile): readonly ApiProfile[] {
  const timed =
    apiEvents === undefined
      ? api.filter(({ calls, startNs, durationNs }) => calls === 1 && startNs !== null && durationNs !== null)
      : [...eachEvent(apiEvents)].flatMap(({ group, startNs, durationNs }) => {
          const row = api[group];
          return row === undefined || startNs === null || durationNs === null
            ? []
            : [{ ...row, startNs, durationNs, calls: 1 }];
        });
  return timed.filter(({ name }) => WAITS.test(name)).toSorted((a, b) => a.startNs! - b.startNs!);
}

/** The waits of a trace that began within a stretch of time. */
export function hostWaits(file: ProfileFile, fromNs: number, toNs: number): readonly HostWait[] {
  return waitingCalls(file)
    .filter(({ startNs }) => startNs! >= fromNs && startNs! <= toNs)
    .map(({ startNs, durationNs }) => ({ startNs: startNs!, endNs: startNs! + durationNs! }));
}
