import type { Scope } from '../constants/scope';
import type { CudaWorkspace } from '../workspace';
import { isPlain } from '../structure/plainType';
import { splitCommas } from '../syntax/angles';
import { expressionEnd } from './assignment';
import { allocatedBy, isPageableType, type BufferKind } from './buffers';
import type { Frame } from './frame';
import { before } from '../../kernel/texts';

/** The buffers of a host program by name, what kind of memory they are, and which pointers lead to them. */
export class HostBuffers {
  private readonly kinds = new Map<string, BufferKind>();
  /** The buffer that a pointer was made to lead to; null where it may be any. */
  private readonly pointers = new Map<string, string | null>();
  /** Allocated once, by a name that has led nowhere else since. */
  private readonly whole = new Set<string>();

  constructor(private readonly workspace: CudaWorkspace) {}

  /** How many are known. */
  get size(): number {
    return this.kinds.size;
  }

  set(name: string, kind: BufferKind): void {
    if (this.kinds.has(name)) this.whole.delete(name);
    else this.whole.add(name);
    this.kinds.set(name, kind);
    this.pointers.delete(name);
  }

  /** A pointer is counted on: `p += n`, `p++`. */
  moved(name: string | null): void {
    if (name !== null) this.whole.delete(name);
  }

  /** Whether a name is that of one allocation on the device, and of its beginning. */
  isWhole(name: string): boolean {
    const kind = this.kinds.get(name);
    return this.whole.has(name) && !this.pointers.has(name) && (kind === 'device' || kind === 'managed');
  }

  /** Buffers in managed memory. */
  managed(): readonly string[] {
    return [...this.kinds].filter(([, kind]) => kind === 'managed').map(([name]) => name);
  }

  /**
   * The buffer that an expression points into, by the name of its allocation or declaration: two buffers of different
   * names share no memory. Null where the source does not tell, as of parameters and of pointers within structures.
   */
  identify(frame: Frame, text: string, scope: Scope): string | null {
    const name = frame.canonical(text, scope);
    if (name === null) return null;
    return this.allocation(name) ?? (isDeclared(text, scope) ? before(name, '[') : null);
  }

  private allocation(name: string): string | null {
    for (const called of [name, before(name, '[')]) {
      const target = this.pointers.get(called);
      if (target !== undefined) return target;
      if (this.kinds.has(called)) return called;
    }
    return null;
  }

  /** `std::swap(p, q)`: two pointers change places. */
  swap(frame: Frame, texts: readonly string[], scope: Scope): void {
    const [first = null, second = null] = texts.map((text) => frame.canonical(text, scope));
    if (first === null || second === null) return;
    const [one, other] = [this.allocation(first), this.allocation(second)];
    this.pointers.set(first, other);
    this.pointers.set(second, one);
  }

  /** Direction of `cudaMemcpyDefault`, by what the buffers are; null where that is not known. */
  directionOf(target: string | null, source: string | null): 'HtoD' | 'DtoH' | 'DtoD' | null {
    const onDevice = (name: string | null): boolean => name !== null && this.kindOf(name) === 'device';
    if (onDevice(target)) return onDevice(source) ? 'DtoD' : 'HtoD';
    return onDevice(source) ? 'DtoH' : null;
  }

  /** Whether the host memory that a text names is pinned; null where that is not known. */
  isPinned(frame: Frame, text: string, scope: Scope): boolean | null {
    const name = frame.canonical(text, scope);
    const kind = name === null ? undefined : this.kindOf(name);
    if (kind) return kind !== 'pageable';
    const symbol = scope.lookup(/^[A-Za-z_]\w*/.exec(text.replace(/^[&\s(]+/, ''))?.[0] ?? '')?.symbol;
    if (symbol?.kind === 'variable' && isPageableType(symbol.type, symbol.extents)) return false;
    return null;
  }

  /** What a function hands out is a buffer of its own where it has made it, else one that is known. */
  handedOut(name: string, buffer: string, isMade: boolean): void {
    const kind = this.kindOf(buffer);
    if (isMade && kind !== undefined) this.set(name, kind);
    else if (this.allocation(buffer) !== null) this.pointers.set(name, this.allocation(buffer));
  }

  private kindOf(name: string): BufferKind | undefined {
    return this.kinds.get(this.allocation(name) ?? name);
  }

  /** `p = malloc(…)`, `p = pinned<float>(n)`, `p = q + n`: remembers what kind of memory it is, or whose. */
  assigned(frame: Frame, index: number): void {
    const { tokens } = frame;
    const scope = frame.scopeAt(index);
    const target = targetOf(frame, index, scope);
    if (target === null) return;
    if (!tokens.is(index + 1, '{'))
      return this.leads(frame, target, tokens.slice(index + 1, expressionEnd(tokens, index + 1)), scope);
    const close = tokens.partner(index + 1);
    if (close < 0) return;
    const elements = splitCommas(tokens, index + 2, close, true);
    const array = before(target, '[');
    for (const [place, range] of elements.entries())
      this.leads(frame, `${array}[${place}]`, frame.text(range), scope);
  }

  /** A pointer is given the value of an expression. */
  private leads(frame: Frame, name: string, text: string, scope: Scope): void {
    const direct = allocatedBy(text) ?? this.allocatedByWrapper(frame, text);
    if (direct !== null) return this.set(name, direct);
    const target = this.identify(frame, text, scope);
    // Numbers are assigned as well: only what is a pointer already can be led astray.
    if (target !== null || this.allocation(name) !== null) this.pointers.set(name, target);
  }

  private allocatedByWrapper(frame: Frame, text: string): BufferKind | null {
    const wrapper = /^\s*(?:\([^)]*\)\s*)?([A-Za-z_]\w*)\s*(?:<[^()]*>\s*)?\(/.exec(text)?.[1];
    if (wrapper === undefined) return null;
    const kinds = this.workspace
      .functionsNamed(wrapper, frame.unit.path)
      .map((unit) => allocatedBy(unit.text));
    return kinds.findLast((kind) => kind !== null) ?? null;
  }
}

/** The name of what is assigned to at the `=` of `index`: `p`, `a.b->c`, `q[2]` of an array of pointers; null for else. */
function targetOf(frame: Frame, index: number, scope: Scope): string | null {
  const { tokens } = frame;
  const isElement = tokens.is(index - 1, ']');
  const last = isElement ? tokens.partner(index - 1) - 1 : index - 1;
  if (last < 0 || !tokens.isIdentifier(last)) return null;
  let start = last;
  while ((tokens.is(start - 1, '.') || tokens.is(start - 1, '->')) && tokens.isIdentifier(start - 2))
    start -= 2;
  const symbol = isElement ? scope.lookup(tokens.at(last))?.symbol : undefined;
  // Elements of other arrays are data.
  if (isElement && !(symbol?.kind === 'variable' && symbol.type.includes('*') && symbol.extents.length > 0))
    return null;
  return frame.canonical(tokens.slice(start, index), scope);
}

/** Whether a text names memory that a declaration makes: an array, a container, a variable by its address or a symbol. */
function isDeclared(text: string, scope: Scope): boolean {
  const [, address = '', root = ''] = /^(&?)\s*([A-Za-z_]\w*)/.exec(text.trim()) ?? [];
  const symbol = scope.lookup(root)?.symbol;
  if (symbol?.kind !== 'variable' || symbol.type.includes('*')) return false;
  return (
    isPageableType(symbol.type, symbol.extents) ||
    /__constant__|__device__/.test(symbol.type) ||
    (address === '&' && isPlain(symbol.type, scope))
  );
}
