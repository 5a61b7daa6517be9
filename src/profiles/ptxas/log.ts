import { message } from '../../kernel/message';
import type { CompiledKernel } from '../../kernel/profile';
import type { ProfileBuilder } from '../builder';
import { possibleRegisters, trustedShared } from '../checks';
import { ownCopy } from '../groups';

const LINE = /^(ptxas|nvlink) (info|warning|error|fatal)\s*: (.*)$/;
const ENTRY = /^Compiling entry function '(.*?)'(?: for '(\w+)')?$/;
const PROPERTIES = /^Function properties for '?(.*?)'?:?$/;
const USED = /^[Uu]sed (\d+) registers\b(.*)$/;
/** Indented, not indented, or behind `ptxas         .` (logs of the OpenCL compiler). */
const FRAME =
  /^(?:ptxas\s+\.)?\s*(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads$/;

/** Texts that may follow the registers; any other marks a cut or garbled line. */
const USES =
  /^(?:, (?:used \d+ barriers|\d+ barriers|\d+(?:\+\d+)? bytes (?:smem|lmem|cmem\[\d+\]|cumulative stack size)|\d+ (?:stack|textures?|surfaces?|samplers?|texture|tex\w*)))*\s*$/;

type Frame = Pick<CompiledKernel, 'stackBytes' | 'spillStoreBytes' | 'spillLoadBytes'>;

interface Entry {
  readonly name: string;
  readonly architecture: string | null;
  readonly line: number;
  frame: Frame;
}

const NO_FRAME: Frame = { stackBytes: null, spillStoreBytes: null, spillLoadBytes: null };

/**
 * Lines of the assembler (`nvcc -Xptxas -v`, `--resource-usage`) inside any log. A kernel is what
 * has a "Compiling entry function" line; a function with properties only is a device function.
 */
export class PtxasLog {
  /** Entries that wait for their "Used … registers" line; more than one when builds interleave. */
  private pending: Entry[] = [];
  private properties: string | null = null;
  private readonly seen = new Set<string>();
  private lastUse: { rest: string; number: number } | null = null;

  constructor(private readonly builder: ProfileBuilder) {}

  /** True if lines about a kernel that was named are still to come. */
  get isWaiting(): boolean {
    return this.pending.length > 0 || this.properties !== null;
  }

  /** Takes a line of the assembler; false for other lines. */
  line(text: string, number: number): boolean {
    const match = LINE.exec(text);
    if (match === null) return this._frame(text);
    const [, tool, severity, said = ''] = match;
    if (severity === 'info') this.info(tool === 'nvlink', said, number);
    else this.builder.warnings.add(`ptxas-${severity}`, `ptxas: ${said}`, number);
    return true;
  }

  /**
   * The file is over: entries whose use was not told stay without registers. When the file ends
   * without a line end in a use that has not come to the constant banks, which are always last,
   * its shared memory may be missing.
   */
  end(cut: boolean, lastLine: number): void {
    const last = this.builder.compiled.at(-1);
    if (
      cut &&
      this.lastUse?.number === lastLine &&
      !this.lastUse.rest.includes('cmem[') &&
      last !== undefined
    ) {
      this.builder.compiled.splice(-1, 1, { ...last, staticSharedBytes: null });
      this.builder.warnings.add('cut-row', message('profiles.ptxas.fileEnds'), lastLine);
    }
    for (const entry of this.pending) this.add(entry, null, '');
    this.pending = [];
  }

  private info(isLinker: boolean, said: string, number: number): void {
    const entry = ENTRY.exec(said);
    const properties = PROPERTIES.exec(said);
    const used = USED.exec(said);
    if (entry?.[1] !== undefined) this.enter(entry[1], entry[2] ?? null, number);
    else if (properties?.[1] !== undefined) {
      // The linker names a kernel only here.
      if (isLinker) this.enter(properties[1], null, number);
      this.properties = properties[1];
    } else if (used?.[1] !== undefined) this.used(Number(used[1]), used[2] ?? '', number);
  }

  private enter(name: string, architecture: string | null, line: number): void {
    this.builder.addFormat('ptxas-log');
    this.pending.push({ name: ownCopy(name), architecture, line, frame: NO_FRAME });
  }

  private _frame(text: string): boolean {
    const match = FRAME.exec(text);
    if (match === null) return false;
    const [stack, stores, loads] = match.slice(1).map(Number);
    const matching = this.pending.filter((entry) => entry.name === this.properties);
    if (matching.length === 1 && matching[0] !== undefined)
      matching[0].frame = {
        stackBytes: stack ?? null,
        spillStoreBytes: stores ?? null,
        spillLoadBytes: loads ?? null,
      };
    this.properties = null;
    return true;
  }

  /** The line has no name: with several entries waiting, whose use it is cannot be known. */
  private used(registers: number, rest: string, number: number): void {
    if (this.pending.length > 1)
      this.builder.warnings.add('interleaved-build', message('profiles.ptxas.twoCompilations'), number);
    const known = this.pending.length === 1;
    for (const entry of this.pending) this.add(entry, known ? registers : null, known ? rest : '');
    this.pending = [];
    this.lastUse = { rest, number };
  }

  private add(entry: Entry, registers: number | null, rest: string): void {
    if (registers === null)
      this.builder.warnings.add(
        'no-registers',
        message('profiles.ptxas.noRegisters', { name: entry.name }),
        entry.line,
      );
    const facts: Omit<CompiledKernel, 'location'> = {
      name: entry.name,
      architecture: entry.architecture,
      registers: this.trustedRegisters(registers, entry),
      staticSharedBytes: registers === null ? null : this.shared(rest, entry),
      constantBytes: constantBanks(rest),
      ...entry.frame,
    };
    // A kernel that is compiled again with the same result is told once.
    const key = JSON.stringify(facts);
    if (this.seen.has(key)) return;
    this.seen.add(key);
    this.builder.compiled.push({ ...facts, location: { path: this.builder.path, line: entry.line } });
  }

  private trustedRegisters(registers: number | null, entry: Entry): number | null {
    if (registers === null || possibleRegisters(registers, null)) return registers;
    this.builder.warnings.add(
      'impossible-launch',
      message('profiles.ptxas.registers', { registers }),
      entry.line,
    );
    return null;
  }

  /** `4140+16 bytes smem` of CUDA 4 and before: the program's own and what the compiler adds. */
  private shared(rest: string, entry: Entry): number | null {
    if (!USES.test(rest)) {
      this.builder.warnings.add(
        'untrusted-number',
        message('profiles.ptxas.notUnderstood', { text: rest }),
        entry.line,
      );
      return null;
    }
    const match = /\b(\d+)(?:\+(\d+))? bytes smem\b/.exec(rest);
    const bytes = Number(match?.[1] ?? 0) + Number(match?.[2] ?? 0);
    if (trustedShared(bytes, 0) !== null) return bytes;
    this.builder.warnings.add(
      'impossible-launch',
      message('profiles.ptxas.sharedMemory', { bytes }),
      entry.line,
    );
    return null;
  }
}

/** `348 bytes cmem[0], 32 bytes cmem[2]` by bank. */
function constantBanks(rest: string): Record<string, number> {
  return Object.fromEntries(
    [...rest.matchAll(/\b(\d+) bytes cmem\[(\d+)\]/g)].map(([, bytes, bank = '']) => [bank, Number(bytes)]),
  );
}
