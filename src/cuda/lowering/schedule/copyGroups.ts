import type { Item } from './item';

/** Asynchronous copies of a thread that nothing has waited for, in the order in which they were issued. */
export class CopyGroups {
  private open: Item[] = [];
  private readonly groups: Item[][] = [];

  issued(items: readonly Item[]): void {
    this.open.push(...items);
  }

  /** Makes a group of the copies since the last one. */
  commit(): void {
    this.groups.push(this.open);
    this.open = [];
  }

  /** Copies that are over once no more than `prior` groups are under way; for 0 those without a group, too. */
  wait(prior: number): readonly Item[] {
    const done = this.groups.splice(0, Math.max(0, this.groups.length - prior)).flat();
    return prior === 0 ? [...done, ...this.open.splice(0)] : done;
  }

  /** Copies of the oldest group that has any, which is what a phase of a barrier ends with. */
  waitForOldest(): readonly Item[] {
    const first = this.groups.findIndex((group) => group.length > 0);
    return first < 0 ? this.open.splice(0) : this.groups.splice(0, first + 1).flat();
  }
}
