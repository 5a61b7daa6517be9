import type { GpuSpec } from '../../kernel/gpuSpec';
import { errorOfRuns, type LatencyPredictor, type SoloRun } from '../../predictors/latencyPort';
import { INSTANT_LAUNCH } from '../../timeline/models';
import {
  latencyCurve,
  type ColocationQuestion,
  type InstancePoint,
  type LatencyCurve,
} from './safeInstances';

/** What is asked unless somebody asks otherwise. MPS serves 16 processes before Volta: 15 beside a service. */
export const USUAL_COLOCATION = { slowdown: 2, queries: 20, instances: 15, seed: 1 } as const;

/** A service and its target, for whatever may run beside it. */
export type ServiceQuestion = Omit<ColocationQuestion, 'batch' | 'launch'>;

/** An application that may run beside a service. */
export interface BatchRun {
  readonly run: SoloRun;
  /** The same with its pinned copies made pageable; null where it has none. */
  readonly pageable: SoloRun | null;
}

/** How a service fares beside one application. */
export interface BesideService extends LatencyCurve {
  readonly name: string;
  /** Mean error of 95th percentiles of such runs, as a share of those measured on an H100. */
  readonly error: number;
  /** Instances that would be safe with pageable copies, where those are more; else null. */
  readonly pageableInstances: number | null;
}

/** What a GPU says of a question: its bandwidth, bytes per ns, and its memory, bytes. */
export function onGpu(gpu: GpuSpec): Pick<ServiceQuestion, 'gpu' | 'bytesPerNs' | 'memoryBytes'> {
  const { measuredGBs, peakGBs, capacityGiB } = gpu.dram;
  return {
    gpu,
    bytesPerNs: measuredGBs ?? peakGBs ?? Infinity,
    memoryBytes: capacityGiB === null ? null : capacityGiB * 2 ** 30,
  };
}

/** Instances that MPS serves beside a service. */
export function instancesServed({ sharing }: GpuSpec): number {
  return (sharing.mps?.maxClients ?? USUAL_COLOCATION.instances + 1) - 1;
}

/**
 * Latency of a service beside 0, 1, 2, … instances of an application, and whether pageable copies of that would let
 * more of them be safe.
 *
 * @param onPoint told of every count that was looked at
 * @throws InputError where the device memory does not hold the service, or an operation cannot run on the GPU
 */
export function besideService(
  question: ServiceQuestion,
  { run, pageable }: BatchRun,
  predictor: LatencyPredictor,
  onPoint?: (point: InstancePoint) => void,
): BesideService {
  const curve = (batch: SoloRun): LatencyCurve =>
    latencyCurve({ ...question, launch: INSTANT_LAUNCH, batch }, predictor, onPoint);
  const found = curve(run);
  const shared = pageable === null ? null : curve(pageable).instances;
  return {
    name: run.application.name,
    ...found,
    error: errorOfRuns(predictor, 'tails', [question.service, run]),
    pageableInstances: shared !== null && shared > found.instances ? shared : null,
  };
}
