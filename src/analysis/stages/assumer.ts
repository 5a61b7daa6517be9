import type { Kernel } from '../../kernel/kernel';
import { setForKernel } from './numbersSet';
import { message, type Message } from '../../kernel/message';
import type { Assumption, Sourced } from '../../kernel/origin';
import type { AnalysisSettings } from '../workspaceState';

/** What people call the values that can be assumed. */
const ASSUMED = {
  threadsPerBlock: message('analysis.assumed.threadsPerBlock'),
  staticSharedBytes: message('analysis.assumed.staticSharedBytes'),
  registers: message('analysis.assumed.registers'),
};

/** What is assumed of one kernel; the user's values go before others. */
export class Assumer {
  private readonly made: Assumption[] = [];

  constructor(
    private readonly kernel: Kernel,
    private readonly settings: AnalysisSettings,
  ) {}

  /** All that was assumed so far. */
  get assumptions(): readonly Assumption[] {
    return this.made;
  }

  /** The user's value if there is a usable one, else `fallback`; notes either. */
  assume(what: keyof typeof ASSUMED, fallback: number, unit: '' | 'B', why: Message): Sourced {
    const { kernel } = this;
    const key = this.keyOf(what);
    const given = setForKernel(kernel, this.settings, what);
    const usable = isUsable(given, unit);
    const value = usable ? given : fallback;
    const refused = given === undefined ? why : message('analysis.unusableValue', { why, given });
    const from = usable ? message('analysis.setByYou') : refused;
    this.made.push({
      key,
      value,
      text: message('analysis.assumedValue', { name: kernel.name, what: ASSUMED[what], value, from }),
      location: { path: kernel.path, line: kernel.line },
      ...(usable ? { original: fallback } : {}),
    });
    return { value, unit, origin: 'assumed', from };
  }

  /** Whether the user has set a value that can be used. */
  isSet(what: keyof typeof ASSUMED, unit: '' | 'B'): boolean {
    return isUsable(setForKernel(this.kernel, this.settings, what), unit);
  }

  private keyOf(what: string): string {
    return `${this.kernel.path}:${this.kernel.name}:${what}`;
  }
}

function isUsable(given: unknown, unit: '' | 'B'): given is number {
  return typeof given === 'number' && Number.isSafeInteger(given) && given >= (unit === 'B' ? 0 : 1);
}
