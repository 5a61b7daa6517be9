import { message } from '../../../kernel/message';
import type { ProfileBuilder } from '../../builder';
import type { Quantity } from '../../quantity';
import type { StatsCells } from './cells';

/** Slack above which a time is not as fine as the recording was, ns. */
const FINE_NS = 0.5;

/** Times of reports; says once when they are printed with fewer digits than they were recorded with. */
export class StatsTimes {
  private isTold = false;

  constructor(private readonly builder: ProfileBuilder) {}

  start(cells: StatsCells, title: string): number | null {
    return this.told(cells.quantity(title, 'time'));
  }

  /** A duration; one that is printed as 0 is not known. */
  duration(cells: StatsCells, title: string): number | null {
    const value = this.told(cells.quantity(title, 'time'));
    return value === 0 ? null : value;
  }

  private told(time: Quantity | null): number | null {
    if (time === null) return null;
    if (time.slack > FINE_NS && !this.isTold) {
      this.isTold = true;
      this.builder.warnings.add(
        'coarse-times',
        message('profiles.nsys.coarseTimes', { ns: Number(time.slack.toPrecision(6)) }),
      );
    }
    return time.value;
  }
}
