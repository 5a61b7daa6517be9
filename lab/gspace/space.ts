import { Matrix, solve } from 'ml-matrix';
import { featureVector } from '../../src/predictors/gspace/space/features';
import {
  parseYieldSpace,
  type Plane,
  type YieldSpaceFile,
} from '../../src/predictors/gspace/space/modelFile';
import { scaled, scalingOf, type Scaling } from '../../src/stats/minMax';
import { InputError } from '../../src/kernel/result';
import { simulatorGeneration } from '../../src/simulator/spec/generation';
import { MAP_AXES, placesAt } from './axes';
import type { WorkloadVariant } from '../../src/kernel/workload';
import { representatives } from './representatives';
import type { AloneRow, TrialRow } from './rows';
import type { Runs } from './runs';

/** What is taken for the latency of a run that was given up (section 4.4 runs all to their end; see DEVIATIONS). */
const SLOWER_THAN = 4;

const HOW = 'corun train gspace without --fit-only runs what is missing';

/**
 * The model of a GPU from recorded runs of micro-benchmarks; pairs that were not run in full are left out.
 *
 * @param count representatives, those that stand for most
 * @throws InputError where a micro-benchmark was not run alone, or no pair was run
 */
export function spaceFrom(
  micros: readonly WorkloadVariant[],
  runs: Runs,
  count: number,
  command: string,
): YieldSpaceFile {
  const alone = micros.map(({ name }) => {
    const row = runs.recordedAlone(name);
    if (row === null)
      throw new InputError(
        `${name} was not run alone on ${runs.sms} SMs of ${runs.gpuId}; ${HOW}`,
        'no-data',
      );
    return row;
  });
  const scaling = scalingOf(alone.map(({ features }) => featureVector(features)));
  const chosen = representatives(alone).slice(0, count);
  const maps = chosen.flatMap((_, yielding) =>
    chosen.flatMap((_other, critical) => {
      const [first, second] = [yielding, critical].map((at) => alone[chosen[at]!.place]!);
      const trials = trialsOf(runs, first!, second!);
      return trials === null ? [] : [{ yielding, critical, trials }];
    }),
  );
  if (maps.length === 0)
    throw new InputError(`no pair of micro-benchmarks was run in full; ${HOW}`, 'no-data');
  const samples = maps.flatMap(({ yielding, critical, trials }) =>
    trials.map((trial, at) => ({
      inputs: inputsOf(alone[chosen[yielding]!.place]!, alone[chosen[critical]!.place]!, scaling, at),
      trial,
    })),
  );
  return parseYieldSpace({
    format: 'corun-gspace-space',
    version: 1,
    gpu: runs.gpuId,
    part: { sms: runs.sms, of: runs.allSms },
    scaling,
    axes: MAP_AXES,
    representatives: chosen.map(({ place, standsFor }) => ({
      ...micros[place]!.arguments,
      standsFor,
      features: featureVector(alone[place]!.features),
    })),
    maps: maps.map(({ yielding, critical, trials }) => ({
      yielding,
      critical,
      progress: rowsOf(trials.map(({ progress }) => progress)),
      throughput: rowsOf(trials.map(({ throughput }) => throughput)),
    })),
    regression: {
      latency: planeOf(samples.map(({ inputs, trial }) => [inputs, trial.latency ?? SLOWER_THAN])),
      throughput: planeOf(samples.map(({ inputs, trial }) => [inputs, trial.throughput])),
    },
    provenance: { command, simulator: simulatorGeneration(runs.gpuId) },
  });
}

/** Trials at all points of the axes; null where one is missing. */
function trialsOf(runs: Runs, yielding: AloneRow, critical: AloneRow): readonly TrialRow[] | null {
  const trials = placesAt(MAP_AXES, runs.sms, yielding.blocksPerSm).map((places) =>
    runs.recordedTrial(yielding.app, critical.app, places),
  );
  return trials.every((trial) => trial !== null) ? trials : null;
}

function inputsOf(yielding: AloneRow, critical: AloneRow, scaling: Scaling, at: number): number[] {
  const { sms, blocks } = MAP_AXES;
  return [
    ...[yielding, critical].flatMap(({ features }) => scaled(featureVector(features), scaling)),
    sms[Math.floor(at / blocks.length)]!,
    blocks[at % blocks.length]!,
  ];
}

/** Least squares; of all that fit equally well the smallest weights, for few representatives leave some open. */
function planeOf(samples: readonly (readonly [inputs: readonly number[], value: number])[]): Plane {
  const inputs = new Matrix(samples.map(([row]) => [1, ...row]));
  const values = Matrix.columnVector(samples.map(([, value]) => value));
  const [intercept, ...weights] = solve(inputs, values, true).to1DArray();
  return { intercept: intercept!, weights };
}

function rowsOf(values: readonly number[]): number[][] {
  const { sms, blocks } = MAP_AXES;
  return sms.map((_, row) => values.slice(row * blocks.length, (row + 1) * blocks.length));
}
