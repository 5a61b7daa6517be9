import type { Scope } from '../constants/scope';
import type { CudaWorkspace } from '../workspace';
import { allocatedBy, isPageableType, type BufferKind } from './buffers';
import type { Frame } from './frame';
import { before } from '../../kernel/texts';

/** The buffers of a host program by name, and what kind of memory they are. */
export class HostBuffers {
  private readonly kinds = new Map<string, BufferKind>();

  constructor(private readonly workspace: CudaWorkspace) {}

  /** How many are known. */
  get size(): number {
    return this.kinds.size;
  }

  set(name: string, kind: BufferKind): void {
    this.kinds.set(name, kind);
  }

  /** Direction of `cudaMemcpyDefault`, by what the buffers are; null where that is not known. */
  directionOf(target: string | null, source: string | null): 'HtoD' | 'DtoH' | 'DtoD' | null {
    const onDevice = (name: string | null): boolean => name !== null && this.kinds.get(name) === 'device';
    if (onDevice(target)) return onDevice(source) ? 'DtoD' : 'HtoD';
    return onDevice(source) ? 'DtoH' : null;
  }

  /** Whether the host memory that a text names is pinned; null where that is not known. */
  isPinned(frame: Frame, text: string, scope: Scope): boolean | null {
    const name = frame.canonical(text, scope);
    const kind = name === null ? undefined : (this.kinds.get(name) ?? this.kinds.get(before(name, '[')));
    if (kind) return kind !== 'pageable';
    const symbol = scope.lookup(/^[A-Za-z_]\w*/.exec(text.replace(/^[&\s(]+/, ''))?.[0] ?? '')?.symbol;
    if (symbol?.kind === 'variable' && isPageableType(symbol.type, symbol.extents)) return false;
    return null;
  }

  /** `p = malloc(…)`, `p = pinned<float>(n)`: remembers what kind of memory it is. */
  assigned(frame: Frame, index: number): void {
    const { tokens } = frame;
    const name = frame.canonical(tokens.at(index - 1), frame.scopeAt(index));
    const end = expressionEnd(frame, index + 1);
    const text = tokens.slice(index + 1, end);
    const direct = allocatedBy(text);
    if (name !== null && direct) this.kinds.set(name, direct);
    const wrapper = /^\s*(?:\([^)]*\)\s*)?([A-Za-z_]\w*)\s*(?:<[^()]*>\s*)?\(/.exec(text)?.[1];
    if (name === null || direct || wrapper === undefined) return;
    for (const unit of this.workspace.functionsNamed(wrapper, frame.unit.path)) {
      const kind = allocatedBy(unit.text);
      if (kind) this.kinds.set(name, kind);
    }
  }
}

function expressionEnd({ tokens }: Frame, from: number): number {
  for (let at = from; at < tokens.count; at++) {
    if (tokens.is(at, ';') || tokens.is(at, ',') || tokens.is(at, ')')) return at;
    const close = /^[([{]$/.test(tokens.at(at)) ? tokens.partner(at) : -1;
    if (close > at) at = close;
  }
  return tokens.count;
}
