import type { YieldedPlaces } from '../../src/predictors/yieldSearchPort';
import type { Series } from '../plots/lineChart';
import type { ScalingRow } from './rows';

/** Speed of a program alone on a part of the places, over that on all of them. */
export interface ScaledApp {
  readonly app: string;
  /** On so many SMs with all blocks, and with so many blocks on all SMs; ascending. */
  readonly bySms: Series;
  readonly byBlocks: Series;
}

export function scaledApps(scaling: readonly ScalingRow[]): ScaledApp[] {
  const sms = Math.max(...scaling.map(({ places }) => places.sms));
  return [...new Set(scaling.map(({ app }) => app))].map((app) => {
    const own = scaling.filter((row) => row.app === app);
    const blocks = Math.max(...own.map(({ places }) => places.blocks));
    const whole = own.find(({ places }) => places.sms === sms && places.blocks === blocks)!.ipc;
    const series = (by: keyof YieldedPlaces): Series => ({
      name: app,
      points: own
        .filter(({ places }) => (by === 'sms' ? places.blocks === blocks : places.sms === sms))
        .map(({ places, ipc }) => ({ x: places[by], y: ipc / whole }))
        .sort((a, b) => a.x - b.x),
    });
    return { app, bySms: series('sms'), byBlocks: series('blocks') };
  });
}
