import { requireGpu } from '../../gpu/findGpu';
import { bestWay, compareWays } from '../../sharing/compare/compareWays';
import { kernelEvidence } from '../../sharing/compare/kernelEvidence';
import type { Contender } from '../../sharing/compare/way';
import type { FirstNumber } from '../../kernel/origin';
import type { SharingMode } from '../../kernel/prediction';
import { startedOf } from '../corun/pairVerdicts';
import { pairsOf } from '../../stats/pairs';
import type { TaskRunner } from '../simulation/runPlan';
import type { ComparedConflict, ComparedGpu, ComparedKernel, CompareResult } from '../results/compareResult';
import { bestWayWith, conflictsAmong } from './conflictsAmong';
import { compareOn, GpuModes, MODES, type CompareTools, type OnGpu } from './gpuModes';

/**
 * Kernels in every way of having a GPU, on each of several GPUs: predictions first, then whatever is simulated in
 * their place.
 *
 * @throws InputError where there is no such kernel
 */
export async function compareKernels(
  kernelIds: readonly string[],
  gpus: readonly string[],
  tools: CompareTools<CompareResult>,
): Promise<CompareResult> {
  const views = gpus.map((gpu) => new KernelsOnGpu(gpu, kernelIds, new GpuModes(gpu, tools)));
  const conflicts = views[0]!.conflicts();
  const result = (): CompareResult => ({
    kernels: views[0]!.kernels(),
    ...(conflicts.length === 0 ? {} : { conflicts }),
    gpus: views.map((view) => {
      const gpu = view.result();
      return { ...gpu, best: bestWayWith(conflicts, gpu.ways) };
    }),
  });
  return compareOn(views, result, tools);
}

/** Kernels on one GPU. */
class KernelsOnGpu implements OnGpu {
  private readonly bytes: readonly (number | null)[];

  constructor(
    private readonly gpu: string,
    private readonly kernelIds: readonly string[],
    private readonly modes: GpuModes,
  ) {
    this.bytes = kernelIds.map((id) => modes.bytes(id));
  }

  kernels(): readonly ComparedKernel[] {
    return this.kernelIds.map((id) => {
      const { name, path, line } = this.modes.kernel(id);
      const ofFirst = this.ofFirst(id);
      return { id, name, path, line, ...(ofFirst.length === 0 ? {} : { ofFirst }) };
    });
  }

  conflicts(): readonly ComparedConflict[] {
    return conflictsAmong(this.kernelIds, this.modes.results('streams'));
  }

  /** Numbers of the launch that was simulated which later ones change, each once. */
  private ofFirst(id: string): readonly FirstNumber[] {
    const simulated = MODES.map((mode) => this.modes.kernel(id, mode)).filter(
      ({ time }) => time?.origin === 'simulated',
    );
    const numbers = simulated.flatMap(({ assumptions }) =>
      assumptions.flatMap(({ ofFirst }) => ofFirst ?? []),
    );
    return [...new Map(numbers.map((number) => [number.name, number])).values()];
  }

  async simulate(mode: SharingMode, runner: TaskRunner, onMore: () => void): Promise<void> {
    const { kernelIds } = this;
    const wanted = { kernelIds, pairs: pairsOf(kernelIds), together: kernelIds.length === 2 };
    await this.modes.in(mode).simulate(wanted, runner, onMore);
  }

  result(): ComparedGpu {
    const spec = requireGpu(this.gpu);
    const { modes, kernelIds } = this;
    const contenders = kernelIds.map((id, at) => this.contender(id, this.bytes[at]!));
    const evidence = kernelEvidence(contenders, {
      answer: (mode, of, beside) => modes.answer(mode, kernelIds[of]!, kernelIds[beside]!),
      started: (mode) => startedOf(modes.results(mode), kernelIds[0]!, kernelIds[1]!),
    });
    const ways = compareWays(spec, contenders, evidence);
    return {
      id: spec.id,
      name: spec.name,
      soloNs: contenders.map(({ soloNs }) => soloNs),
      ways,
      best: bestWay(ways),
      notSimulated: modes.notSimulated(kernelIds),
    };
  }

  private contender(id: string, bytes: number | null): Contender {
    const times = MODES.flatMap((mode) => this.modes.kernel(id, mode).time ?? []);
    const known = times.find(({ origin }) => origin === 'measured' || origin === 'simulated') ?? times[0];
    return { name: this.modes.kernel(id).name, soloNs: known?.value ?? null, bytes };
  }
}
