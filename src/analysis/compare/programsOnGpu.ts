import { requireGpu } from '../../gpu/findGpu';
import { isMessage, message, type Words } from '../../kernel/message';
import type { SharingMode } from '../../kernel/prediction';
import { InputError } from '../../kernel/result';
import { bestWay } from '../../sharing/compare/compareWays';
import type { ProgramAnswers, ProgramKernel } from '../../sharing/compare/kernelPaces';
import { compareProgramWays, programsAlone, type ProgramGroup } from '../../sharing/compare/programEvidence';
import type { Contender, WayResult } from '../../sharing/compare/way';
import { weakest } from '../../sharing/compare/wayTimes';
import { pairsOf } from '../../stats/pairs';
import type { KnownApplication } from '../applications/applicationResult';
import { simulatedTimes } from '../applications/launchTimes';
import { kernelFinder } from '../corun/kernelPairs';
import { applicationKey } from '../protocol';
import type { ComparedGpu, ComparedProgram } from '../results/compareResult';
import type { ApplicationResult, LaunchedKernel } from '../results/timelineResult';
import type { TaskRunner } from '../simulation/runPlan';
import type { GpuModes, OnGpu } from './gpuModes';

/** A program and the ids of its kernels, by the names that its launches have. */
interface Program {
  readonly key: string;
  readonly result: ApplicationResult;
  readonly ids: ReadonlyMap<string, string>;
}

/** Programs on one GPU. */
export class ProgramsOnGpu implements OnGpu {
  private readonly all: readonly Program[];
  /** Of the arrays of each kernel of each; null where those of one are not known. */
  private readonly bytes: readonly (readonly number[] | null)[];

  /** @throws InputError naming a program that is not there or not resolved */
  constructor(
    private readonly gpu: string,
    keys: readonly string[],
    private readonly modes: GpuModes,
  ) {
    this.all = keys.map((key) => this.program(key));
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
    await this.modes.simulate(mode, wanted, runner, onMore);
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

  private bytesOf({ ids }: Program): readonly number[] | null {
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
    return this.modes.view('streams').applications(
      this.all.map(({ key }) => key),
      times,
    );
  }

  /** Kernels of one program that can run at the same time. */
  private meetings({ result, ids }: Program): [string, string][] {
    return result.meetings.flatMap(([a, b]): [string, string][] => {
      const [one, other] = [ids.get(a.kernel), ids.get(b.kernel)];
      return one === undefined || other === undefined ? [] : [[one, other]];
    });
  }

  private program(key: string): Program {
    const results = this.modes.results('streams');
    const result = results.applications.find((one) => applicationKey(one) === key);
    if (result === undefined) throw new InputError(message('analysis.whatIf.noProgram'));
    if (result.from !== 'source') throw unresolved(result, message('compare.fromTrace'));
    const open = result.unknowns.find((what) => !isTime(what));
    if (open !== undefined) throw unresolved(result, open);
    const find = kernelFinder(results);
    const ids = result.kernels.map(
      (launched) => [launched.kernel, this.idOf(launched, result, find)] as const,
    );
    return { key, result, ids: new Map(ids) };
  }

  private idOf(
    launched: LaunchedKernel,
    result: ApplicationResult,
    find: ReturnType<typeof kernelFinder>,
  ): string {
    const found = find(launched, result);
    if (found === null)
      throw unresolved(result, message('analysis.whatIf.noSource', { name: launched.kernel }));
    const open = this.modes.untold(found.kernel.id);
    if (open !== null) throw unresolved(result, open);
    return found.kernel.id;
  }
}

/** Times of kernels come of simulations; everything else that is open stays so. */
const isTime = (what: Words): boolean => isMessage(what) && what.say === 'analysis.timeOf';

const unresolved = ({ name, path, line }: ApplicationResult, what: Words): InputError =>
  new InputError(message('compare.unresolved', { name, what }), 'unresolved-program', path, line);
