import { requireGpu } from '../../gpu/findGpu';
import { message } from '../../kernel/message';
import type { SharingMode } from '../../kernel/prediction';
import { bestWay } from '../../sharing/compare/compareWays';
import type { ProgramAnswers, ProgramKernel } from '../../sharing/compare/kernelPaces';
import { compareProgramWays, programsAlone, type ProgramGroup } from '../../sharing/compare/programEvidence';
import type { Contender, WayResult } from '../../sharing/compare/way';
import { weakest } from '../../sharing/compare/wayTimes';
import { pairsOf } from '../../stats/pairs';
import type { KnownApplication } from '../applications/applicationResult';
import { simulatedTimes } from '../applications/launchTimes';
import { sourceProgram, type SourceProgram } from '../applications/sourceProgram';
import type { ComparedGpu, ComparedProgram } from '../results/compareResult';
import type { TaskRunner } from '../simulation/runPlan';
import type { GpuModes, OnGpu } from './gpuModes';

/** Programs on one GPU. */
export class ProgramsOnGpu implements OnGpu {
  private readonly all: readonly SourceProgram[];
  /** Of the arrays of each kernel of each; null where those of one are not known. */
  private readonly bytes: readonly (readonly number[] | null)[];

  /** @throws InputError naming a program that is not there or not resolved */
  constructor(
    private readonly gpu: string,
    keys: readonly string[],
    private readonly modes: GpuModes,
  ) {
    this.all = keys.map((key) => sourceProgram(key, modes.in('streams'), 'compare.unresolved'));
    this.bytes = this.all.map((program) => this.bytesOf(program));
  }

  programs(): readonly ComparedProgram[] {
    return this.all.map(({ key, result: { name, path, line } }) => ({ key, name, path, line }));
  }

  /** Of all: kernels alone and those of one beside those of the others. */
  async simulate(mode: SharingMode, runner: TaskRunner, onMore: () => void): Promise<void> {
    const kernels = this.all.map(({ ids }) => [...ids.values()]);
    const across = pairsOf(kernels).flatMap(([ofOne, ofOther]) =>
      ofOne.flatMap((one) => ofOther.map((other): [string, string] => [one, other])),
    );
    const within = mode === 'streams' ? this.all.flatMap((program) => this.meetings(program)) : [];
    const wanted = {
      kernelIds: [...new Set(kernels.flat())],
      pairs: [...across, ...within],
      // Launches follow each other here: what counts is their mean.
      together: false,
    };
    await this.modes.in(mode).simulate(wanted, runner, onMore);
  }

  /** What is known by now. */
  result(): ComparedGpu {
    const spec = requireGpu(this.gpu);
    const known = this.replayable();
    const open = known.flatMap(({ application, unknowns }) =>
      unknowns.map((what) => message('kernel.of', { name: application.name, what })),
    );
    const group = open.length === 0 ? this.group(known) : null;
    const solo = group && programsAlone(group);
    const ways = this.ways((bytes) => {
      const contenders = this.all.map(({ result: { name } }, at): Contender => ({
        name,
        soloNs: solo?.[at] ?? null,
        bytes: bytes[at]!,
      }));
      return compareProgramWays(spec, contenders, group, solo);
    });
    const kernels = this.all.flatMap(({ ids }) => [...ids.values()]);
    return {
      id: spec.id,
      name: spec.name,
      soloNs: solo ?? this.all.map(() => null),
      ways,
      best: bestWay(ways),
      notSimulated:
        this.modes.results('streams').simulations === null
          ? []
          : [...this.modes.notSimulated(kernels), ...open],
    };
  }

  /**
   * Kernels share buffers: all arrays of all of them are the most that a program needs, those of the largest the
   * least. Memory is too little only where the least is too much.
   */
  private ways(compared: (bytes: readonly (number | null)[]) => readonly WayResult[]): readonly WayResult[] {
    const bytesOf = (of: (sizes: readonly number[]) => number): readonly (number | null)[] =>
      this.bytes.map((sizes) => sizes && of(sizes));
    const least = compared(bytesOf((sizes) => Math.max(0, ...sizes)));
    return compared(bytesOf((sizes) => sizes.reduce((sum, size) => sum + size, 0))).map((way, at) =>
      way.fits === false && least[at]!.fits === true ? { ...way, fits: null } : way,
    );
  }

  private bytesOf({ ids }: SourceProgram): readonly number[] | null {
    const sizes = [...ids.values()].map((id) => this.modes.bytes(id));
    return sizes.every((size) => size !== null) ? sizes : null;
  }

  private group(known: readonly KnownApplication[]): ProgramGroup {
    return {
      gpu: requireGpu(this.gpu),
      applications: known.map(({ application }) => application),
      models: known[0]!.models,
      timesFrom: weakest(known.flatMap(({ kernelTimes }) => [...kernelTimes.values()])),
      answers: this.answers(),
    };
  }

  private answers(): ProgramAnswers {
    const { modes, all } = this;
    const id = ({ program, kernel }: ProgramKernel): string => all[program]!.ids.get(kernel) ?? '';
    return {
      across: (mode, kernel, other) => modes.answer(mode, id(kernel), id(other)),
      onPart: (mode, kernel, other) => {
        const [any] = all[other]!.ids.values();
        return any === undefined ? null : modes.answer(mode, id(kernel), any);
      },
      within: (kernel, other) =>
        modes.answer('streams', id(kernel), id({ program: kernel.program, kernel: other })),
    };
  }

  /** With the times that are known by now. */
  private replayable(): readonly KnownApplication[] {
    const times = simulatedTimes(this.modes.results('streams'));
    return this.modes.in('streams').view.applications(
      this.all.map(({ key }) => key),
      times,
    );
  }

  /** Kernels of one program that can run at the same time. */
  private meetings({ result, ids }: SourceProgram): [string, string][] {
    return result.meetings.flatMap(([a, b]): [string, string][] => {
      const [one, other] = [ids.get(a.kernel), ids.get(b.kernel)];
      return one === undefined || other === undefined ? [] : [[one, other]];
    });
  }
}
