import type { Cluster, OpenGpus, WaitingJob } from './schedulerPort';

/** What several schedulers do alike. */

/** GPUs with a free slot, those with the fewest jobs first; of equally loaded ones the first. */
export function byLoad({ open }: Cluster): readonly OpenGpus[] {
  return [...open].sort((a, b) => a.running.length - b.running.length || a.gpus[0]! - b.gpus[0]!);
}

/** The least loaded GPU that can host one more of an application; null where none can. */
export function leastLoaded(cluster: Cluster, application: number): number | null {
  let best: OpenGpus | null = null;
  for (const open of cluster.open) {
    if (best !== null && !isLessLoaded(open, best)) continue;
    if (cluster.canHost(open, application)) best = open;
  }
  return best === null ? null : best.gpus[0]!;
}

const isLessLoaded = (a: OpenGpus, b: OpenGpus): boolean =>
  a.running.length < b.running.length || (a.running.length === b.running.length && a.gpus[0]! < b.gpus[0]!);

/** First in, first out. */
export class Fifo<T> {
  private items: T[] = [];
  private head = 0;

  get length(): number {
    return this.items.length - this.head;
  }

  get first(): T | undefined {
    return this.items[this.head];
  }

  push(item: T): void {
    this.items.push(item);
  }

  shift(): T | undefined {
    if (this.length === 0) return undefined;
    const item = this.items[this.head++];
    // Gives back what was taken out now and then: queues of hundreds of thousands of jobs are long.
    if (this.head > 1000 && 2 * this.head > this.items.length) {
      this.items = this.items.slice(this.head);
      this.head = 0;
    }
    return item;
  }
}

/** Items in ascending order of a key; of equal keys the earlier one first. */
export class SortedQueue<T> {
  /** Descending, so that the next one is the last. */
  private readonly buckets: { readonly key: readonly number[]; readonly items: Fifo<T> }[] = [];
  private count = 0;

  get length(): number {
    return this.count;
  }

  get first(): T | undefined {
    return this.buckets.at(-1)?.items.first;
  }

  add(key: readonly number[], item: T): void {
    let [low, high] = [0, this.buckets.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isAfter(this.buckets[middle]!.key, key)) low = middle + 1;
      else high = middle;
    }
    const found = this.buckets[low];
    const bucket = found !== undefined && !isAfter(key, found.key) ? found : { key, items: new Fifo<T>() };
    if (bucket !== found) this.buckets.splice(low, 0, bucket);
    bucket.items.push(item);
    this.count++;
  }

  shift(): T | undefined {
    const last = this.buckets.at(-1);
    if (last === undefined) return undefined;
    const item = last.items.shift();
    if (last.items.length === 0) this.buckets.pop();
    this.count--;
    return item;
  }
}

/** Waiting jobs by application: of each only the first in line matters, since jobs of one application are alike. */
export class WaitingByApplication {
  private readonly lines = new Map<number, Fifo<{ readonly job: WaitingJob; readonly place: number }>>();
  private count = 0;

  submit(job: WaitingJob): void {
    let line = this.lines.get(job.application);
    if (line === undefined) this.lines.set(job.application, (line = new Fifo()));
    line.push({ job, place: this.count++ });
  }

  /** The first job of each application that has one waiting, with its place among all that were submitted. */
  *firsts(): Generator<{ readonly job: WaitingJob; readonly place: number }> {
    for (const { first } of this.lines.values()) if (first !== undefined) yield first;
  }

  take(application: number): WaitingJob {
    const line = this.lines.get(application)!;
    const { job } = line.shift()!;
    if (line.length === 0) this.lines.delete(application);
    return job;
  }
}

function isAfter(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at >= 0 && a[at]! > b[at]!;
}
