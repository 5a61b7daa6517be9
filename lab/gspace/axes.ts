import type { MapAxes } from '../../src/predictors/gspace/space/coRunMap';
import type { YieldedPlaces } from '../../src/predictors/yieldSearchPort';

/** The 24 points of a map: shares of SMs, and of the resident blocks of an SM. */
export const MAP_AXES: MapAxes = {
  sms: [0.1, 0.25, 0.4, 0.55, 0.75, 1],
  blocks: [0.125, 0.375, 0.625, 1],
};

/** The points of axes as places, by SMs and then blocks. */
export function placesAt(axes: MapAxes, sms: number, blocks: number): YieldedPlaces[] {
  const atLeastOne = (count: number): number => Math.max(1, Math.round(count));
  return axes.sms.flatMap((share) =>
    axes.blocks.map((part) => ({ sms: atLeastOne(share * sms), blocks: atLeastOne(part * blocks) })),
  );
}
