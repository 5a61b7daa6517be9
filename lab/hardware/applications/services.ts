import { tracedRun } from '../../../src/analysis/applications/soloRun';
import type { GpuSpec } from '../../../src/kernel/gpuSpec';
import type { LatencyPredictor, SoloRun } from '../../../src/predictors/latencyPort';
import { mean } from '../../../src/stats/means';
import { median, quantile } from '../../../src/stats/quantile';
import { INSTANT_LAUNCH } from '../../../src/timeline/models';
import type { measuredApplications } from './measured';
import { traceOf } from './profiles';

/** Latency of a service beside instances of a batch program, over that alone: predicted and measured. */
export interface ServiceRow {
  readonly service: string;
  readonly beside: string;
  readonly instances: number;
  readonly predicted: { readonly mean: number; readonly p95: number };
  readonly measured: { readonly mean: number; readonly p95: number };
}

const QUERIES = 20;
/** Counts of instances that were measured beside each batch program; one of each pair is predicted. */
const COUNTS = [1, 2, 4, 8, 12];
/** Of a trace: a run, not several. */
const ONE_RUN = { copies: true, alone: {}, runs: 1 };

/** Rows of a part of the measured services and counts; latencies are over the mean of the service alone. */
export async function serviceRows(
  measured: ReturnType<typeof measuredApplications>,
  gpu: GpuSpec,
  predictor: LatencyPredictor,
): Promise<readonly ServiceRow[]> {
  const { services } = measured;
  const runs = new Map<string, SoloRun>();
  const names = new Set(services.flatMap(([service, beside]) => [service, beside]));
  const place = (name: string): number => [...names].indexOf(name);
  for (const name of names) runs.set(name, tracedRun(await traceOf(measured, name, ONE_RUN), gpu).run);
  const alone = new Map(services.map(([service]) => [service, aloneOf(services, service)]));
  const { measuredGBs, peakGBs } = gpu.dram;
  return services
    .filter(
      ([service, beside, instances]) =>
        instances === COUNTS[(place(service) + place(beside)) % COUNTS.length],
    )
    .map(([service, beside, instances, , own, , p95]) => {
      const question = {
        ...{ gpu, queries: QUERIES, seed: 1, launch: INSTANT_LAUNCH, service: runs.get(service)! },
        bytesPerNs: measuredGBs ?? peakGBs ?? Infinity,
      };
      const solo = predictor.latencies({ ...question, beside: [], queries: 1 })[0]!;
      const together = Array.from({ length: instances }, () => runs.get(beside)!);
      const latencies = predictor.latencies({ ...question, beside: together });
      return {
        ...{ service, beside, instances },
        predicted: { mean: mean(latencies) / solo, p95: quantile(latencies, 0.95) / solo },
        measured: { mean: own / alone.get(service)!, p95: p95 / alone.get(service)! },
      };
    });
}

/** Measured alone before each batch program: the median of the means. */
function aloneOf(services: ReturnType<typeof measuredApplications>['services'], name: string): number {
  const own = services.filter(([service, , instances]) => service === name && instances === 0);
  return median(own.map(([, , , , latency]) => latency));
}
