import { isPlain } from '../structure/plainType';
import type { Frame } from './frame';
import type { HostBuffers } from './hostBuffers';

/** Types whose values hold no results: handles of the runtime, clocks, texts, and what is inferred from a call. */
const HANDLE =
  /^(const\s+|static\s+|struct\s+)*(cuda\w+|cu[A-Z]\w+|CU\w+|dim3|FILE|clock_t|timeval|timespec|std::(string|chrono|o?f?stream)|string|auto\b(?!\s*\*)|const\s+char|char\s+const)/;
/** Calls that only tell, or give memory back. */
export const ONLY_TELLS =
  /^(f?printf|puts|fputs|perror|free|cudaFree\w*|cudaHostUnregister|cudaEvent\w+|cudaStreamDestroy)$/;

/**
 * Results that copies and managed memory brought to the host, and whether the host program has looked at them since.
 * What it issues after that may depend on them: whether it runs, with which arguments and with which data.
 */
export class HostResults {
  /** Buffers whose results are there; null for one that the source does not tell. */
  private readonly brought = new Set<string | null>();
  /** Those of copies that the host has not waited for. */
  private readonly onTheWay = new Set<string | null>();
  private used = false;
  private unheard = 0;

  constructor(private readonly buffers: HostBuffers) {}

  /** A copy has the host memory of a buffer for its target; null where the source does not tell which. */
  send(buffer: string | null): void {
    this.onTheWay.add(buffer);
  }

  /** The host waits: what was copied is there, and what kernels wrote to managed memory. */
  waited(): void {
    for (const buffer of [...this.onTheWay, ...this.buffers.managed()]) this.brought.add(buffer);
    this.onTheWay.clear();
  }

  /** Does something in which looking at results has no consequence. */
  withoutConsequence(act: () => void): void {
    this.unheard++;
    act();
    this.unheard--;
  }

  /** The identifier at a token of host code is met. */
  meet(frame: Frame, index: number): void {
    if (this.used || this.unheard > 0 || this.brought.size === 0) return;
    const { tokens } = frame;
    if (tokens.is(index + 1, '(') || tokens.is(index + 1, '::')) return;
    if (['.', '->', '::'].some((sign) => tokens.is(index - 1, sign))) return;
    this.used = this.mayBeResult(frame, index);
  }

  private mayBeResult(frame: Frame, index: number): boolean {
    const { tokens } = frame;
    const scope = frame.scopeAt(index);
    const name = tokens.at(index);
    // As an address, so that a single variable counts as well.
    const buffer = this.buffers.identify(frame, `&${name}`, scope);
    if (buffer !== null) return this.brought.has(buffer);
    const symbol = scope.lookup(name)?.symbol;
    if (symbol === undefined) return tokens.is(index + 1, '[') || tokens.is(index + 1, '->');
    return symbol.kind === 'variable' && !isPlain(symbol.type, scope) && !HANDLE.test(symbol.type);
  }

  /** Whether results were looked at since this was asked last; those count as seen. */
  takeUsed(): boolean {
    const { used } = this;
    if (used) this.brought.clear();
    this.used = false;
    return used;
  }
}
