import type { InstructionMix, Kernel, Launch, SharedDeclaration } from '../../kernel/kernel';
import { message, type Words } from '../../kernel/message';
import { InputError } from '../../kernel/result';
import type { SourceDiagnostic } from '../../kernel/source';
import { known, launchable, volume, type Dim3 } from '../../kernel/symbolic';
import type { Lowering, LoweringOptions } from '../lowering/lowerKernel';
import { unusedNumbers, type UnusedNumber } from '../lowering/unusedNumbers';
import { MIX_DEFAULTS } from '../mix/context';
import type { MixSources } from '../mix/unitNames';
import { countPtx } from './count/counts';
import { estimateRegisters } from './count/registerEstimate';
import { parameterName } from './lowering/kernelParameters';
import { lowerPtx, programMix } from './lowering/lowerPtx';
import type { PtxFunction, PtxModule } from './module';
import { parsePtx } from './parsePtx';
import type { PtxArgument } from './run/machine';

/** A kernel's name as its source has it, of the symbol in the PTX; null where the symbol is no mangled name. */
export type NameOfSymbol = (symbol: string) => string | null;

/** What a PTX file holds. */
export interface PtxFileIndex {
  readonly kernels: readonly Kernel[];
  readonly diagnostics: readonly SourceDiagnostic[];
}

interface ReadFile {
  readonly text: string;
  /** Null where the text is no PTX. */
  readonly module: PtxModule | null;
  readonly index: PtxFileIndex;
  /** Of kernels by name, grid and block. */
  readonly counts: Map<string, Counted>;
  /** Of kernels by name, launch and options. */
  readonly lowerings: Map<string, Lowering>;
}

/** What a kernel's threads execute, or why that is not told. */
type Counted = InstructionMix | { readonly reason: Words };

const SMALLER_BLOCKS: readonly Dim3[] = [
  [128, 1, 1],
  [64, 1, 1],
  [32, 1, 1],
];

/** Whether a path is that of a PTX file. */
export function isPtxPath(path: string): boolean {
  return /\.ptx$/i.test(path);
}

/** PTX files of a workspace, each read when it is first asked for. */
export class PtxFiles {
  private readonly texts = new Map<string, string>();
  private readonly files = new Map<string, ReadFile>();

  constructor(private readonly nameOf: NameOfSymbol = () => null) {}

  get paths(): readonly string[] {
    return [...this.texts.keys()].sort();
  }

  set(path: string, text: string): void {
    this.texts.set(path, text);
  }

  remove(path: string): void {
    this.texts.delete(path);
    this.files.delete(path);
  }

  text(path: string): string | null {
    return this.texts.get(path) ?? null;
  }

  /** The kernels of a file and what is wrong with it; null for a path that was not set. */
  file(path: string): PtxFileIndex | null {
    return this.read(path)?.index ?? null;
  }

  /** A kernel by its id; null for an unknown one. */
  kernel(id: string): Kernel | null {
    return this.file(pathOf(id))?.kernels.find((kernel) => kernel.id === id) ?? null;
  }

  /** A kernel as the simulator runs it; null for an unknown id. Kept until the file changes. */
  lower(id: string, launch: Launch | null, options: LoweringOptions, sources: MixSources): Lowering | null {
    const file = this.read(pathOf(id));
    const kernel = functionOf(file, id);
    if (!file?.module || kernel === undefined) return null;
    const { grid, block, sharedBytes, arguments: given } = launch ?? {};
    const texts = [grid, block, sharedBytes, given].map((part) => JSON.stringify(part) ?? '');
    const key = [kernel.entry, JSON.stringify(options), ...texts].join(' ');
    let lowering = file.lowerings.get(key);
    if (lowering === undefined) {
      lowering = lowerPtx(file.module, kernel, launch, options, sources);
      file.lowerings.set(key, lowering);
    }
    return lowering;
  }

  /** Numbers that the options set by these `names` and that a kernel has no use for. */
  unused(
    id: string,
    launch: Launch | null,
    options: LoweringOptions,
    names: readonly string[],
    sources: MixSources,
  ): UnusedNumber[] {
    const path = pathOf(id);
    const given = names.map((name) => ({ name, path, range: null }));
    const lowering = given.length === 0 ? null : this.lower(id, launch, options, sources);
    if (lowering?.kind !== 'lowered') return [];
    return unusedNumbers(this.kernel(id)?.name ?? id, given, lowering.settable, () => false);
  }

  /** Instructions of a thread, for a launch or an assumed one; null where data decides what runs. */
  mixOf(id: string, launch: Launch | null): InstructionMix | null {
    const counted = this.countOf(id, launch);
    return counted === null || 'reason' in counted ? null : counted;
  }

  private countOf(id: string, launch: Launch | null): Counted | null {
    const file = this.read(pathOf(id));
    const kernel = functionOf(file, id);
    if (!file?.module || kernel === undefined) return null;
    const given = (launch && launchable(launch.block)) ?? ownBlock(kernel);
    const grid = (launch && launchable(launch.grid)) ?? MIX_DEFAULTS.grid;
    const key = `${kernel.entry} ${grid.join()} ${given?.join() ?? ''}`;
    let counted = file.counts.get(key);
    if (counted === undefined)
      file.counts.set(key, (counted = countKernel(file.module, kernel, grid, given)));
    return counted;
  }

  private read(path: string): ReadFile | null {
    const text = this.texts.get(path);
    if (text === undefined) return null;
    const before = this.files.get(path);
    if (before?.text === text) return before;
    const made = this.readText(path, text);
    this.files.set(path, made);
    return made;
  }

  private readText(path: string, text: string): ReadFile {
    try {
      const module = parsePtx(text, path);
      const kernels = module.kernels.map((kernel) => this.kernelOf(kernel, module));
      return { text, module, index: { kernels, diagnostics: [] }, counts: new Map(), lowerings: new Map() };
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      const diagnostic = faultOf(error.said, path);
      const index = { kernels: [], diagnostics: [diagnostic] };
      return { text, module: null, index, counts: new Map(), lowerings: new Map() };
    }
  }

  private kernelOf(made: PtxFunction, module: PtxModule): Kernel {
    const qualifiedName = this.nameOf(made.entry) ?? made.entry;
    const { startLine } = made.range;
    const most = made.blockLimits.required ?? made.blockLimits.most;
    const kernel: Kernel = {
      id: `${module.path}#${made.entry}`,
      name: qualifiedName.split('::').at(-1)!,
      qualifiedName,
      path: module.path,
      line: startLine,
      range: made.range,
      nameRange: { ...made.range, endLine: startLine },
      parameters: made.parameters.map(({ name, type }) => ({ type, name: parameterName(made, name) })),
      template: [],
      launchBounds:
        most === null ? null : { maxThreadsPerBlock: known(most.reduce((all, extent) => all * extent, 1)) },
      shared: sharedOf(made, module),
      registers: estimateRegisters(made),
      mix: null,
      fromMacro: false,
    };
    const unread = (): Words | undefined => {
      const count = this.countOf(kernel.id, null);
      return count !== null && 'reason' in count ? count.reason : undefined;
    };
    return Object.defineProperties(kernel, {
      mix: { get: () => this.mixOf(kernel.id, null), enumerable: true },
      unread: { get: unread, enumerable: true },
    });
  }
}

/** Counts a kernel, for a block that it is made for or an assumed one. */
function countKernel(module: PtxModule, kernel: PtxFunction, grid: Dim3, given: Dim3 | null): Counted {
  let reason: Words = '';
  // A kernel whose shared arrays have no room for the usual block is counted with one that they do.
  for (const block of given === null ? [MIX_DEFAULTS.block, ...SMALLER_BLOCKS] : [given]) {
    const taken = argumentsOf(kernel, volume(grid) * volume(block));
    const counted = countPtx(module, kernel, { grid, block, sharedBytes: 0, arguments: taken.values });
    if (counted.kind === 'counted')
      return { perThread: counted.counts, loops: [], assumptions: taken.assumptions };
    reason = counted.reason;
  }
  return tracedCount(module, kernel, grid, given) ?? { reason: message('cuda.ptxNotCounted', { reason }) };
}

/** What data decides, and instructions that are not run: counted by the program, with what that takes for granted. */
function tracedCount(module: PtxModule, kernel: PtxFunction, grid: Dim3, given: Dim3 | null): Counted | null {
  const block = given ?? MIX_DEFAULTS.block;
  const { values, assumptions } = argumentsOf(kernel, volume(grid) * volume(block));
  const numbers = kernel.parameters.flatMap(({ name }, place): [string, number][] => {
    const value = values[place];
    return typeof value === 'number' ? [[parameterName(kernel, name), value]] : [];
  });
  const mix = programMix(module, kernel, { grid, block }, new Map(numbers));
  return mix && { ...mix, assumptions: [...assumptions, ...mix.assumptions] };
}

function functionOf(file: ReadFile | null, id: string): PtxFunction | undefined {
  return file?.module?.functions.get(id.slice(id.lastIndexOf('#') + 1));
}

function pathOf(id: string): string {
  return id.slice(0, id.lastIndexOf('#'));
}

/** The error as a finding in its file, at the line that it names. */
function faultOf(said: Words, path: string): SourceDiagnostic {
  const values = typeof said === 'string' ? {} : (said.values ?? {});
  const place = typeof values['place'] === 'string' ? values['place'] : path;
  const line = Number(place.slice(path.length + 1)) || 1;
  const range = { startLine: line, startColumn: 0, endLine: line, endColumn: 0 };
  const what = values['what'];
  const text = typeof what === 'object' && 'say' in what ? what : said;
  return {
    code: 'ptx-not-read',
    severity: 'error',
    message: message('cuda.ptxFault', { what: text }),
    range,
  };
}

/** Shared variables that a kernel names; those without an extent get theirs from the launch. */
function sharedOf(made: PtxFunction, module: PtxModule): SharedDeclaration[] {
  const text = made.instructions.flatMap(({ operands }) => operands).join(' ');
  const words = new Set(text.match(/[A-Za-z_$%][\w$.#]*/g) ?? []);
  return [...module.variables, ...made.variables]
    .filter(({ space, name }) => space === 'shared' && words.has(name))
    .map(({ name, type, bytes }) => ({
      name,
      elementType: type,
      dynamic: bytes === 0,
      ...(bytes === 0 ? {} : { bytes: known(bytes) }),
    }));
}

function ownBlock({ blockLimits }: PtxFunction): Dim3 | null {
  const { required } = blockLimits;
  return required === null ? null : [required[0] ?? 1, required[1] ?? 1, required[2] ?? 1];
}

/** Whole numbers among the arguments are taken as many as there are threads; pointers lead to places of their own. */
function argumentsOf(
  made: PtxFunction,
  threads: number,
): { readonly values: readonly PtxArgument[]; readonly assumptions: InstructionMix['assumptions'] } {
  const { parameters, range } = made;
  const isNumber = (type: string, bytes: number): boolean => bytes === 4 && /^\.[usb]32$/.test(type);
  const numbers = parameters.filter(({ type, bytes }) => isNumber(type, bytes));
  const why = message('cuda.coveredByLaunch');
  return {
    values: parameters.map(({ type, bytes }) => (isNumber(type, bytes) ? threads : null)),
    assumptions: numbers.map(({ name }) => ({
      text: message('cuda.argumentTaken', { name: parameterName(made, name), value: threads, why }),
      line: range.startLine,
    })),
  };
}
