import measured from './measured.json';
import { cacheBandwidth, readBandwidth } from './benchmarks';

/** A measured point; it was looked at when a number was set (`fitted`), or only afterwards (`judged`). */
export type MeasuredPoint = (typeof measured.points)[number];

/** All measured points of the study. */
export const POINTS: readonly MeasuredPoint[] = measured.points;

/** Simulated GB/s of a point. */
export function simulatedGBs({ gpu, benchmark, clockMHz, x }: MeasuredPoint): number {
  return benchmark === 'cache' ? cacheBandwidth(gpu, clockMHz, x) : readBandwidth(gpu, clockMHz, x);
}

/** Table row of a point: what was measured, what the simulator gives, and their ratio. */
export function scoreRow(point: MeasuredPoint): readonly string[] {
  const simulated = simulatedGBs(point);
  const x = point.benchmark === 'cache' ? `${point.x} KiB` : `2 × ${point.x} threads`;
  return [
    point.gpu,
    point.file,
    x,
    point.role,
    point.GBs.toFixed(0),
    simulated.toFixed(0),
    (simulated / point.GBs).toFixed(2),
  ];
}
