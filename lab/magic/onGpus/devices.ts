import { deviceScore, type DeviceScore } from '../reproduction/devices';
import type { Training } from '../reproduction/training';
import { measuredFeatureSets } from './classes';
import type { MeasuredMatrix } from './measured';

/** Networks that name the faster of two GPUs from counters on a third. */
export interface MeasuredDevices extends DeviceScore {
  readonly set: string;
  readonly programs: number;
}

/** Sets of metrics that section 5.4 speaks of. */
const SETS = ['FeatAll', 'Feat9'];

/** The author's programs that were timed on both GPUs, by their counters on a GTX 1080 Ti. */
export function measuredDevices(
  root: string,
  [first, second]: readonly [MeasuredMatrix, MeasuredMatrix],
  training: Training,
): MeasuredDevices[] {
  const secondsOf = ({ programs, seconds }: MeasuredMatrix) =>
    new Map(programs.map((name, at) => [name, seconds[at]!]));
  const [onFirst, onSecond] = [secondsOf(first), secondsOf(second)];
  return measuredFeatureSets(root)
    .filter(({ set }) => SETS.includes(set))
    .map(({ set, programs, rows }) => {
      const known = programs.flatMap((name, at) => {
        const [a, b] = [onFirst.get(name), onSecond.get(name)];
        return a === undefined || b === undefined ? [] : [{ name, row: rows[at]!, first: a, second: b }];
      });
      const examples = {
        rows: known.map(({ row }) => row),
        groups: known.map(({ name }) => name),
        first: known.map((each) => each.first),
        second: known.map((each) => each.second),
      };
      return { set, programs: known.length, ...deviceScore(examples, training) };
    });
}
