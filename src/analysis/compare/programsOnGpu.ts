import { requireGpu } from '../../gpu/findGpu';
import { isMessage, message, type Words } from '../../kernel/message';
import type { SharingMode } from '../../kernel/prediction';
import { InputError } from '../../kernel/result';
import { bestWay } from '../../sharing/compare/compareWays';
import type { ProgramAnswers } from '../../sharing/compare/kernelPaces';
import { compareProgramWays, programsAlone, type ProgramPair } from '../../sharing/compare/programEvidence';
import type { Contender, WayResult } from '../../sharing/compare/way';
import { weakest } from '../../sharing/compare/wayTimes';
import type { KnownApplication } from '../applications/applicationResult';
import { simulatedTimes } from '../applications/launchTimes';
import { kernelFinder } from '../corun/kernelPairs';
import { applicationKey } from '../protocol';
import type { ComparedGpu, ComparedProgram } from '../results/compareResult';
import type { ApplicationPair } from '../results/pairedPrograms';
import type { ApplicationResult, LaunchedKernel } from '../results/timelineResult';
import type { TaskRunner } from '../simulation/runPlan';
import type { GpuModes, OnGpu } from './gpuModes';

/** A program and the ids of its kernels, by the names that its launches have. */
interface Program {
  readonly key: string;
  readonly result: ApplicationResult;
  readonly ids: ReadonlyMap<string, string>;
}

type Two<T> = readonly [T, T];

/** Two programs on one GPU. */
export class ProgramsOnGpu implements OnGpu {
  private readonly both: Two<Program>;
  /** Of the arrays of each kernel of both; null where those of one are not known. */
  private readonly bytes: Two<readonly number[] | null>;

  /** @throws InputError naming a program that is not there or not resolved */
  constructor(
    private readonly gpu: string,
    keys: ApplicationPair,
    private readonly modes: GpuModes,
  ) {
    this.both = [this.program(keys[0]), this.program(keys[1])];
    this.bytes = [this.bytesOf(this.both[0]), this.bytesOf(this.both[1])];
  }

  programs(): Two<ComparedProgram> {
    const compared = ({ key, result: { name, path, line } }: Program): ComparedProgram => ({
      key,
      name,
      path,
      line,
    });
    return [compared(this.both[0]), compared(this.both[1])];
  }

  /** Of both: kernels alone and those of one beside those of the other. */
  async simulate(mode: SharingMode, runner: TaskRunner, onMore: () => void): Promise<void> {
    const [a, b] = this.both.map(({ ids }) => [...ids.values()]) as [string[], string[]];
    const across = a.flatMap((one) => b.map((other): [string, string] => [one, other]));
    const within = mode === 'streams' ? this.both.flatMap((program) => this.meetings(program)) : [];
    const wanted = {
      kernelIds: [...new Set([...a, ...b])],
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
    const pair = open.length === 0 ? this.pair(known) : null;
    const solo = pair && programsAlone(pair);
    const ways = this.ways((bytes) => {
      const contenders = this.both.map(({ result: { name } }, at): Contender => ({
        name,
        soloNs: solo?.[at] ?? null,
        bytes: bytes[at]!,
      })) as [Contender, Contender];
      return compareProgramWays(spec, contenders, pair, solo);
    });
    const kernels = this.both.flatMap(({ ids }) => [...ids.values()]);
    return {
      id: spec.id,
      name: spec.name,
      soloNs: solo ?? [null, null],
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
  private ways(compared: (bytes: Two<number | null>) => readonly WayResult[]): readonly WayResult[] {
    const bytesOf = (of: (sizes: readonly number[]) => number): Two<number | null> => {
      const [a, b] = this.bytes;
      return [a && of(a), b && of(b)];
    };
    const least = compared(bytesOf((sizes) => Math.max(0, ...sizes)));
    return compared(bytesOf((sizes) => sizes.reduce((sum, size) => sum + size, 0))).map((way, at) =>
      way.fits === false && least[at]!.fits === true ? { ...way, fits: null } : way,
    );
  }

  private bytesOf({ ids }: Program): readonly number[] | null {
    const sizes = [...ids.values()].map((id) => this.modes.bytes(id));
    return sizes.every((size) => size !== null) ? sizes : null;
  }

  private pair(known: Two<KnownApplication>): ProgramPair {
    const [a, b] = known;
    return {
      gpu: requireGpu(this.gpu),
      applications: [a.application, b.application],
      models: a.models,
      timesFrom: weakest(known.flatMap(({ kernelTimes }) => [...kernelTimes.values()])),
      answers: this.answers(),
    };
  }

  private answers(): ProgramAnswers {
    const { modes, both } = this;
    const id = (program: 0 | 1, kernel: string): string => both[program].ids.get(kernel) ?? '';
    const other = (program: 0 | 1): 0 | 1 => (program === 0 ? 1 : 0);
    return {
      across: (mode, program, kernel, beside) =>
        modes.answer(mode, id(program, kernel), id(other(program), beside)),
      onPart: (mode, program, kernel) => {
        const [any] = both[other(program)].ids.values();
        return any === undefined ? null : modes.answer(mode, id(program, kernel), any);
      },
      within: (program, kernel, beside) => modes.answer('streams', id(program, kernel), id(program, beside)),
    };
  }

  /** With the times that are known by now. */
  private replayable(): Two<KnownApplication> {
    const times = simulatedTimes(this.modes.results('streams'));
    const view = this.modes.view('streams');
    const [a, b] = view.applications(
      this.both.map(({ key }) => key),
      times,
    );
    return [a!, b!];
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
    const open = this.modes.openSizes(found.kernel.id);
    if (open !== null) throw unresolved(result, open);
    return found.kernel.id;
  }
}

/** Times of kernels come of simulations; everything else that is open stays so. */
const isTime = (what: Words): boolean => isMessage(what) && what.say === 'analysis.timeOf';

const unresolved = ({ name, path, line }: ApplicationResult, what: Words): InputError =>
  new InputError(message('compare.unresolved', { name, what }), 'unresolved-program', path, line);
