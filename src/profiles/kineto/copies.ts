import { message } from '../../kernel/message';
import type { ProfileBuilder } from '../builder';
import { NumberRows } from '../columns';
import { NamedGroups } from '../namedGroups';
import { namedCopy, type NamedCopy } from './copyNames';
import { argument, type EventReader } from './event';
import { hostCall, type TraceLinks } from './links';
import { PLACE, type TracePlaces } from './places';

const [GROUP, START, DURATION, BYTES, CORRELATION, LINE] = [0, 1, 2, 3, 4, 5] as const;
const [SIZE, NUMBER] = [argument('bytes'), argument('correlation')];

/** Copies and memsets of a trace, kept until its calls are all known. */
export class Copies {
  private readonly groups = new NamedGroups(['name', ...PLACE] as const);
  private readonly rows = new NumberRows(6);
  private readonly values = new Float64Array(4);

  constructor(private readonly builder: ProfileBuilder) {}

  get count(): number {
    return this.rows.length;
  }

  add(event: EventReader, startNs: number, durationNs: number, line: number): void {
    const { args } = event;
    this.values[0] = event.kind === 'memset' ? -1 : event.name;
    this.values.set(event.place, 1);
    const bytes = args[SIZE] ?? Number.NaN;
    this.rows.push(
      this.groups.of(this.values, line),
      startNs,
      durationNs,
      bytes >= 0 && Number.isSafeInteger(bytes) ? bytes : Number.NaN,
      args[NUMBER] ?? Number.NaN,
      line,
    );
  }

  /** Hands the copies over; those of a kind that is not known are named and left out. */
  finish(links: TraceLinks, places: TracePlaces, nameOf: (name: number) => string): void {
    const { copies } = this.builder;
    const numbers = Array.from({ length: this.groups.count }, (_, group) =>
      this.addGroup(group, places, nameOf),
    );
    for (let row = 0; row < this.rows.length; row++) {
      const group = numbers[this.rows.at(row, GROUP)] ?? -1;
      if (group < 0) continue;
      copies.store.push(
        group,
        this.rows.at(row, START),
        this.rows.at(row, DURATION),
        this.rows.at(row, BYTES),
        this.rows.at(row, LINE),
      );
      const call = links.callOf(this.rows.at(row, CORRELATION));
      if (call !== null) copies.store.setCall(hostCall(call));
    }
  }

  private addGroup(group: number, places: TracePlaces, nameOf: (name: number) => string): number {
    const value = this.groups.view(group);
    const name = value('name') ?? -1;
    const copy: NamedCopy | null = name < 0 ? { direction: 'memset', pinned: null } : namedCopy(nameOf(name));
    if (copy === null) {
      const line = this.groups.firstLine(group);
      this.builder.warnings.add('unknown-copy', message('profiles.unknownCopy'), line);
      this.builder.markPartial(message('profiles.unknownCopies'));
      return -1;
    }
    return this.builder.copies.addGroup({ ...copy, ...places.ofCopy(value) });
  }
}
