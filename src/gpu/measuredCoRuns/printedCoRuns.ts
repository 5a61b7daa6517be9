import { message, type Words } from '../../kernel/message';
import { extentOf } from '../../kernel/scenario';
import { InputError } from '../../kernel/result';
import { parseCoRunData, type CoRunData, type MeasuredCoRun, type MeasuredKernel } from './coRunData';

const FIRST = 'corun-measure 1';
const PAIR = /^([a-z_]{1,40}) = (.{1,200})$/;
const KERNEL = /^kernel (\w+) (\S+) grid=([\d,]+) block=([\d,]+) us=([\d.]+)((?: \w+=-?[\d.]+)*)$/;
const CORUN = /^corun (\S+) ([\w+]+) slowdown=([\d.,]+)(?: sms=([\d,]+))?$/;
const SKIPPED = /^skipped (\S+) ([\w+]+)$/;

/** What `measure.cu` printed, and what of it was left out. */
export interface PrintedCoRuns {
  readonly data: CoRunData;
  readonly warnings: readonly Words[];
}

/**
 * Reads what `measure.cu` printed, by one run or, with another under MPS, by two, one behind the other.
 *
 * @param file named in faults
 * @throws InputError when it is nothing of the kind, names no card or measured nothing
 */
export function readPrinted(text: string, file: string): PrintedCoRuns {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  if (!lines.includes(FIRST)) throw new InputError(message('gpu.coRuns.none'), 'no-measurement', file);
  const reader = new Reader();
  for (const [index, one] of lines.entries()) reader.line(one.trim(), index + 1);
  return reader.result(file);
}

class Reader {
  private readonly told = new Map<string, string>();
  private readonly kernels = new Map<string, MeasuredKernel>();
  private readonly coRuns: MeasuredCoRun[] = [];
  private readonly warnings: Words[] = [];
  private inside = false;

  line(text: string, number: number): void {
    if (text === FIRST) this.inside = true;
    else if (text === 'end') this.inside = false;
    else if (this.inside && text !== '' && !this.understood(text))
      this.warnings.push(message('gpu.coRuns.line', { line: number }));
  }

  result(file: string): PrintedCoRuns {
    const [gpu, computeCapability] = [this.told.get('name'), this.told.get('compute_capability')];
    if (gpu === undefined || computeCapability === undefined)
      throw new InputError(message('gpu.calibration.noCard'), 'no-measurement', file);
    if (this.inside) this.warnings.push(message('gpu.calibration.cut'));
    const known = this.coRuns.filter((one) => this.isOfKnown(one));
    if (known.length === 0) throw new InputError(message('gpu.coRuns.nothing'), 'no-measurement', file);
    const sms = Number(this.told.get('sms'));
    const data = {
      coRunData: 1,
      gpu,
      computeCapability,
      ...(Number.isInteger(sms) ? { sms } : {}),
      ...(this.told.get('stand_in') === 'yes' ? { standIn: true } : {}),
      kernels: [...this.kernels.values()],
      coRuns: known,
    };
    return { data: parseCoRunData(data), warnings: this.warnings };
  }

  /** Without its kernels alone a co-run is the slowdown of nobody knows what. */
  private isOfKnown({ mode, kernels }: MeasuredCoRun): boolean {
    const unknown = kernels.find((name) => !this.kernels.has(name));
    if (unknown !== undefined)
      this.warnings.push(message('gpu.coRuns.leftOut', { mode, kernels: kernels.join('+'), name: unknown }));
    return unknown === undefined;
  }

  private understood(text: string): boolean {
    const pair = PAIR.exec(text);
    if (pair !== null) this.told.set(pair[1]!, pair[2]!.trim());
    return pair !== null || this.kernel(text) || this.coRun(text) || this.skipped(text);
  }

  private kernel(text: string): boolean {
    const [, name, source, grid, block, us, given = ''] = KERNEL.exec(text) ?? [];
    if (name === undefined || source === undefined) return false;
    // Under MPS the kernels are measured alone once more, and their co-runs by that.
    if (this.kernels.has(name)) return true;
    const pairs = given.split(' ').flatMap((part) => {
      const [key, value] = part.split('=');
      return key === undefined || value === undefined ? [] : [[key, Number(value)] as const];
    });
    this.kernels.set(name, {
      name,
      source,
      grid: extentOf(numbers(grid)),
      block: extentOf(numbers(block)),
      arguments: Object.fromEntries(pairs),
      us: Number(us),
    });
    return true;
  }

  private coRun(text: string): boolean {
    const [, mode, names, slowdowns, sms] = CORUN.exec(text) ?? [];
    if (mode === undefined || names === undefined) return false;
    const kernels = names.split('+');
    const factors = numbers(slowdowns);
    // A kernel that finished no launch in its window has no slowdown.
    if (factors.length !== kernels.length || !factors.every((factor) => factor > 0)) return false;
    const split = sms === undefined ? {} : { sms: numbers(sms) };
    this.coRuns.push({ mode: mode as MeasuredCoRun['mode'], kernels, slowdowns: factors, ...split });
    return true;
  }

  private skipped(text: string): boolean {
    const [, mode, kernels] = SKIPPED.exec(text) ?? [];
    if (mode === undefined || kernels === undefined) return false;
    this.warnings.push(message('gpu.coRuns.skipped', { mode, kernels }));
    return true;
  }
}

function numbers(list: string | undefined): number[] {
  return (list ?? '').split(',').map(Number);
}
