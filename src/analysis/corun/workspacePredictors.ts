import { CO_RUN_PREDICTORS } from '../../predictors';
import type { CoRunPredictor, ReadyPredictor, TrainedModel } from '../../predictors/port';
import { loadSpec, type LoadedSpec } from '../../simulator/spec/loadSpec';
import type { CoRunMatrix, PredictorStatus, UnavailablePredictor } from '../results/coRunResult';
import type { KernelResult } from '../results/kernelResult';
import type { WorkspaceResults } from '../results/workspaceResults';
import { simulatedRuns } from '../simulation/simulatedRuns';
import type { SimulationSet } from '../simulation/simulationSet';
import { PairTable } from './pairTable';

/** The predictors of pairs that read runs, made ready for the GPU of one snapshot. */
export class WorkspacePredictors {
  readonly unavailable: readonly UnavailablePredictor[];
  private readonly gpu: LoadedSpec;
  private readonly ready: readonly ReadyPredictor[];
  /** Lasts as long as the snapshot: what was predicted of pairs stays when more kernels have run. */
  private readonly table: PairTable;

  constructor(
    gpuId: string,
    models: readonly TrainedModel[],
    among: readonly CoRunPredictor[] = CO_RUN_PREDICTORS,
  ) {
    this.gpu = loadSpec(gpuId);
    const found = among.map((predictor) => [predictor.id, predictor.availability(this.gpu, models)] as const);
    this.ready = found.flatMap(([, one]) => one.ready);
    this.unavailable = found.flatMap(([id, one]) =>
      one.lacking.filter(({ evidence }) => evidence === 'solo').map(({ reason }) => ({ id, reason })),
    );
    this.table = new PairTable(this.ready, this.gpu);
  }

  /** The matrix of a snapshot with what runs alone and simulated pairs add to it. */
  matrix({ matrix, mode, files }: WorkspaceResults, set: SimulationSet): CoRunMatrix {
    const profiled = new Map(
      files.flatMap(({ kernels }) => kernels.map((kernel) => [kernel.id, profiledNs(kernel)])),
    );
    const full = this.table.with(withoutUntold(matrix, files, set), {
      mode,
      // Few blocks cannot use many SMs: a predictor that does not know how many there are slows them down for nothing.
      facts: (id) => ({
        use: null,
        launch: { gridBlocks: set.gridBlocks(id), blocksPerSm: null },
        solo: ratesOf(id, set),
      }),
      simulated: (id, other) => simulatedRuns(id, other, set, (kernelId) => profiled.get(kernelId) ?? null),
      assumptionsOf: (id) => set.assumptionsOf(id),
    });
    const { noPairsReason } = set;
    return noPairsReason === null
      ? full
      : { ...full, validOnly: [noPairsReason, ...full.validOnly.filter((one) => one !== noPairsReason)] };
  }

  /** Predictors from runs alone, with the kernels that have run. */
  status({ files }: WorkspaceResults, set: SimulationSet): PredictorStatus[] {
    const kernels = files.flatMap((file) => file.kernels.map(({ id }) => id));
    const counted = kernels.filter((id) => ratesOf(id, set) !== null);
    return this.ready
      .filter(({ evidence }) => evidence === 'solo')
      .map(({ id, label, modes, error }) => ({
        id,
        label,
        modes,
        error,
        sms: Math.max(1, Math.floor(this.gpu.spec.sms / 2)),
        kernelIds: counted,
      }));
  }
}

/** Kernels of which something is untold have no place in a matrix, unless a profile measured them. */
function withoutUntold(
  matrix: CoRunMatrix,
  files: WorkspaceResults['files'],
  set: SimulationSet,
): CoRunMatrix {
  const profiled = new Set(
    files.flatMap(({ kernels }) => kernels.filter(({ measured }) => measured.length > 0).map(({ id }) => id)),
  );
  const open = matrix.kernelIds.flatMap((kernelId) => {
    const reason = profiled.has(kernelId) ? null : set.untold(kernelId);
    return reason === null ? [] : [{ kernelId, reason }];
  });
  if (open.length === 0) return matrix;
  const stays = matrix.kernelIds.map((id) => !open.some(({ kernelId }) => kernelId === id));
  const kept = <T>(row: readonly T[]): T[] => row.filter((_, at) => stays[at]);
  return {
    ...matrix,
    kernelIds: kept(matrix.kernelIds),
    names: kept(matrix.names),
    cells: kept(matrix.cells).map(kept),
    answers: kept(matrix.answers).map(kept),
    leftOut: [...matrix.leftOut, ...open],
  };
}

/** As the page shows it beside the answers, if only a sample's profile says so. */
const profiledNs = ({ time }: KernelResult): number | null =>
  time && time.origin !== 'simulated' ? time.value : null;

function ratesOf(kernelId: string, set: SimulationSet) {
  return set.untold(kernelId) !== null ? null : (set.measured({ kind: 'time', kernelId })?.events ?? null);
}
