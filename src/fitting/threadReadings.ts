import type { Reading } from '../kernel/expression';
import type { THREAD_VARIABLES } from '../kernel/program';
import { volume } from '../kernel/symbolic';
import { threadVariable } from '../simulator/program/launch';
import type { FittedLaunch } from './launchShape';

/** Name that expressions have for a place in the launch. */
export type ThreadVariable = (typeof THREAD_VARIABLES)[number];

/** A thread by the number of its block in the grid, and its own in the block. */
export interface ThreadPlace {
  block: number;
  thread: number;
}

/** What each variable of a thread is for the one that `place` names when asked. */
export function threadReadings(
  { grid, block }: FittedLaunch,
  place: Readonly<ThreadPlace>,
): Readonly<Record<ThreadVariable, Reading>> {
  const threads = volume(block);
  const own =
    (name: string): Reading =>
    () =>
      threadVariable(name, place.thread, block)!;
  const [threadX, threadY, threadZ] = [own('threadX'), own('threadY'), own('threadZ')];
  const blockX: Reading = () => place.block % grid[0];
  const blockY: Reading = () => Math.floor(place.block / grid[0]) % grid[1];
  const blockZ: Reading = () => Math.floor(place.block / (grid[0] * grid[1]));
  return {
    lane: own('lane'),
    warp: own('warp'),
    thread: () => place.thread,
    threadX,
    threadY,
    threadZ,
    block: () => place.block,
    blockX,
    blockY,
    blockZ,
    globalX: () => blockX() * block[0] + threadX(),
    globalY: () => blockY() * block[1] + threadY(),
    globalZ: () => blockZ() * block[2] + threadZ(),
    globalThread: () => place.block * threads + place.thread,
  };
}
