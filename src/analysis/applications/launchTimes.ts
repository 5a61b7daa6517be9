import { message, type Words } from '../../kernel/message';
import type { Sourced } from '../../kernel/origin';
import { volume, type Dim3 } from '../../kernel/symbolic';
import type { WorkspaceResults } from '../results/workspaceResults';
import type { KernelFacts } from '../stages/kernelFacts';
import { meanTime } from '../stages/meanTime';

/** What background simulation tells of one launch of a kernel: its time, or why there is none. */
export interface SimulatedTime {
  readonly time: Sourced | null;
  readonly reason: Words | null;
}

/** By the ids of kernels; those that were not simulated yet are missing. */
export type SimulatedTimes = Readonly<Record<string, SimulatedTime>>;

export interface LaunchExtents {
  readonly grid: Dim3;
  readonly block: Dim3;
}

/** The time of a launch, with what was taken for granted; or why it is not known. */
export type LaunchTime =
  | { readonly kind: 'known'; readonly time: Sourced; readonly scaled: Words | null }
  | { readonly kind: 'unknown'; readonly reason: Words };

/** What the simulations of a snapshot tell so far. */
export function simulatedTimes({ files }: WorkspaceResults): SimulatedTimes {
  const kernels = files.flatMap((file) => file.kernels);
  return Object.fromEntries(
    kernels.flatMap(({ id, simulation }) =>
      simulation === null || simulation.status === 'waiting'
        ? []
        : [[id, { time: simulation.time, reason: simulation.reason }]],
    ),
  );
}

/**
 * The time of one launch: the measured mean on this GPU, else that of the launch that was simulated, in
 * proportion to the threads where that one had others.
 *
 * @param launch null while its extents are not known
 */
export function launchTime(
  facts: KernelFacts,
  launch: LaunchExtents | null,
  simulated: SimulatedTime | undefined,
): LaunchTime {
  const measured = meanTime(facts);
  if (measured !== null) return { kind: 'known', time: measured, scaled: null };
  if (simulated === undefined || simulated.time === null) return { kind: 'unknown', reason: why(simulated) };
  if (launch === null || facts.grid === null)
    return { kind: 'unknown', reason: message('analysis.assumedGrid') };
  const [threads, ran] = [threadsOf(launch), threadsOf({ grid: facts.grid, block: facts.block })];
  if (threads === ran) return { kind: 'known', time: simulated.time, scaled: null };
  const scaled = message('analysis.inProportion', { ran, threads });
  const { value, from } = simulated.time;
  const time = {
    ...simulated.time,
    value: (value * threads) / ran,
    from: message('analysis.fromAnd', { from, also: scaled }),
  };
  return { kind: 'known', time, scaled };
}

function why(simulated: SimulatedTime | undefined): Words {
  const reason = simulated?.reason;
  return reason ? message('analysis.notTimedBecause', { reason }) : message('analysis.notTimed');
}

function threadsOf({ grid, block }: LaunchExtents): number {
  return volume(grid) * volume(block);
}
