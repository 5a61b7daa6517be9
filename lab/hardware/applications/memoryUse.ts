import type { TimedApplication } from '../../../src/kernel/measuredTimes';
import type { MeasuredLaunch, MeasuredSuite } from '../suite/measured';
import type { measuredApplications } from './measured';
import type { SharesData } from './shares';

/** Bytes of a sector of L2 cache. */
const SECTOR = 32;

/** Applications as a file of measured times has them: on parts of a card, with what their launches moved by Nsight Compute. */
export function timedApplications(
  { alone, sms }: SharesData,
  measured: ReturnType<typeof measuredApplications>,
  { launches }: MeasuredSuite,
): ReadonlyMap<string, TimedApplication> {
  const counted = new Map(launches.map((launch) => [keyOf(launch.kernel, shapeOf(launch)), launch]));
  return new Map(
    Object.entries(alone).map(([name, times]) => {
      const moved = measured.traces[name]!.flatMap(([, , what]) => {
        if (typeof what !== 'number') return [];
        const [grid, block, , , , kernel] = measured.kernels[what]!;
        return counted.get(keyOf(kernel, `${grid} ${block}`)) ?? [];
      });
      const megabytes = (bytes: (values: MeasuredLaunch['values']) => number): number =>
        moved.reduce((sum, { values }) => sum + bytes(values), 0) / 1e6;
      return [
        name,
        {
          name,
          times: Object.entries(times).map(([percent, us]) => ({ sms: sms[percent]!, us })),
          dramMB: megabytes(({ dramReadBytes, dramWriteBytes }) => dramReadBytes + dramWriteBytes),
          l2MB: megabytes(({ l2TexSectors }) => l2TexSectors * SECTOR),
        },
      ];
    }),
  );
}

const shapeOf = ({ grid, block }: MeasuredLaunch): string =>
  [grid, block].map((extent) => extent.join('×')).join(' ');

/** A kernel by its last name, without arguments and template: the two profilers write these differently. */
const keyOf = (kernel: string, shape: string): string =>
  `${kernel
    .replace(/[<(].*/s, '')
    .split(/\s|::/)
    .at(-1)!} ${shape}`;
