import type { OpenGpus } from '../../predictors/schedulerPort';
import { slowdownBeside, type QueueModel } from './queueModel';

/** Applications that run on a GPU of a kind together, with the speed of each; one object for each combination. */
export interface RunState {
  /** Another one for each combination. */
  readonly id: number;
  readonly kind: number;
  /** Ascending; twice where two jobs of one run. */
  readonly running: readonly number[];
  /** Speed of each, 1 alone. */
  readonly speeds: readonly number[];
  readonly memoryGiB: number;
  /** Whether all of them can run together. */
  readonly possible: boolean;
  /** What it becomes with one more of an application, or one fewer, as far as that was asked. */
  readonly added: Map<number, RunState>;
  readonly removed: Map<number, RunState>;
}

/** Makes every combination once. */
export class RunStates {
  private readonly known = new Map<string, RunState>();

  constructor(private readonly model: QueueModel) {}

  of(kind: number, running: readonly number[]): RunState {
    const key = `${kind}:${running.join(',')}`;
    let state = this.known.get(key);
    if (state === undefined) {
      state = this.make(kind, running);
      this.known.set(key, state);
    }
    return state;
  }

  with(state: RunState, application: number): RunState {
    let next = state.added.get(application);
    if (next === undefined) state.added.set(application, (next = this.withOne(state, application)));
    return next;
  }

  without(state: RunState, application: number): RunState {
    let next = state.removed.get(application);
    if (next === undefined) state.removed.set(application, (next = this.withoutOne(state, application)));
    return next;
  }

  private withOne({ kind, running }: RunState, application: number): RunState {
    const at = running.findIndex((other) => other > application);
    const from = at < 0 ? running.length : at;
    return this.of(kind, [...running.slice(0, from), application, ...running.slice(from)]);
  }

  private withoutOne({ kind, running }: RunState, application: number): RunState {
    const at = running.indexOf(application);
    return this.of(kind, [...running.slice(0, at), ...running.slice(at + 1)]);
  }

  private make(kind: number, running: readonly number[]): RunState {
    const { applications } = this.model;
    const slowdowns = running.map((own, at) =>
      slowdownBeside(
        this.model,
        kind,
        own,
        running.filter((_, other) => other !== at),
      ),
    );
    return {
      id: this.known.size,
      kind,
      running,
      speeds: slowdowns.map((slowdown) => 1 / (slowdown ?? Infinity)),
      memoryGiB: running.reduce((sum, own) => sum + applications[own]!.memoryGiB, 0),
      possible: slowdowns.every((slowdown) => slowdown !== null),
      added: new Map(),
      removed: new Map(),
    };
  }
}

/** Memory of a group's GPUs: those of one kind may differ in it. */
interface Group extends OpenGpus {
  readonly gpus: number[];
  readonly memoryGiB: number;
}

/** GPUs with a free slot, grouped by what runs on them. */
export class OpenGroups {
  private readonly groups = new Map<string, Group>();

  constructor(private readonly model: QueueModel) {}

  /** The groups; the array is a new one after each change of a GPU. */
  get open(): readonly Group[] {
    return (this.list ??= [...this.groups.values()]);
  }
  private list: readonly Group[] | null = null;

  add(gpu: number, state: RunState): void {
    if (state.running.length >= this.model.maxCoRun) return;
    const { memoryGiB } = this.model.gpus[gpu]!;
    const key = keyOf(state, memoryGiB);
    let group = this.groups.get(key);
    if (group === undefined) {
      group = { kind: state.kind, running: state.running, gpus: [], memoryGiB };
      this.groups.set(key, group);
    }
    group.gpus.splice(placeOf(group.gpus, gpu), 0, gpu);
    this.list = null;
  }

  remove(gpu: number, state: RunState): void {
    const key = keyOf(state, this.model.gpus[gpu]!.memoryGiB);
    const group = this.groups.get(key);
    if (group === undefined) return;
    group.gpus.splice(placeOf(group.gpus, gpu), 1);
    if (group.gpus.length === 0) this.groups.delete(key);
    this.list = null;
  }

  memoryOf(open: OpenGpus): number {
    return this.model.gpus[open.gpus[0]!]!.memoryGiB;
  }
}

const keyOf = ({ id }: RunState, memoryGiB: number): string => `${id}:${memoryGiB}`;

/** Where a number stands, or would stand, in an ascending list. */
function placeOf(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
