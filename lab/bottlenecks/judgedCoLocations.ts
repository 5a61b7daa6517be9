import type { Stretch } from '../../src/predictors/bottlenecks/appSlowdown';
import { trafficOf } from '../../src/predictors/bottlenecks/quantities';
import { BASE_RATES } from '../../src/predictors/counting/rates';
import { simulatorGeneration } from '../../src/simulator/spec/generation';
import type { SlowdownModel } from '../../src/predictors/themis/slowdownModel';
import { unpackEvents } from '../themis/collection/packedRounds';
import { predictorsOf } from '../themis/reproduction/evaluate';
import { PROTOCOL_SPEC } from '../themis/reproduction/protocol';
import type { CoRunRow, ResultRow } from '../themis/reproduction/rows';
import type { Judged } from './judged';
import { counted, type GridOf } from './samples';

const SETS: Readonly<Record<number, string>> = { 2: 'pairs', 3: 'triples', 4: 'quadruples' };
/** Numbers that stand before a share's rates: kernel, whether it is on the GPU, whether the phase counts. */
const BEFORE_RATES = 3;

/** Applications of the recorded co-locations on 60 SMs; each run counts once, mirror images too. */
export function judgedCoLocations(
  rows: readonly ResultRow[],
  models: ReadonlyMap<string, SlowdownModel>,
  gridOf: GridOf,
): Judged[] {
  const predictors = [...predictorsOf(rows, models, null)].filter(
    ([name]) => models.has(name) || name === 'ASM',
  );
  return rows.flatMap((row) => {
    if (row.kind !== 'corun') return [];
    return row.slowdowns.map((truth, app): Judged => {
      const told = predictors.flatMap(([name, predict]): [string, number][] => {
        const slowdown = predict(row, app);
        return slowdown === null ? [] : [[name, slowdown]];
      });
      return {
        gpu: 'themis-60sm',
        set: SETS[row.apps.length]!,
        sms: row.sms[app]!,
        simulator: simulatorGeneration('themis-60sm'),
        truth,
        stretches: stretchesOf(row, app, gridOf),
        rivals: Object.fromEntries(told),
      };
    });
  });
}

function stretchesOf({ phases, apps, sms }: CoRunRow, app: number, gridOf: GridOf): Stretch[] {
  const launches = launchesOf(apps, gridOf);
  return phases
    .filter(([, shares]) => shares[app]![2] === 1)
    .map(([cycles, shares]): Stretch => {
      const rates = shares.map((share) => {
        const events = share.slice(BEFORE_RATES);
        return counted(unpackEvents(events, events.slice(BASE_RATES.length), PROTOCOL_SPEC));
      });
      const [kernel, isActive] = shares[app]!;
      if (isActive !== 1) return { cycles, met: null };
      const beside = trafficOf(rates.filter((_, other) => other !== app));
      return { cycles, met: { rates: rates[app]!, sms: sms[app]!, grid: launches[kernel!] ?? null, beside } };
    });
}

/** Grids by kernel number, which counts on through all applications. */
function launchesOf(apps: readonly string[], gridOf: GridOf) {
  return apps.flatMap((app) => {
    const grids = [];
    for (let launch = 0, grid = gridOf(app, 0); grid !== null; grid = gridOf(app, ++launch)) grids.push(grid);
    return grids;
  });
}
