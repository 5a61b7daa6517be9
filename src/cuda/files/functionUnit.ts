import type { Words } from '../../kernel/message';
import type { SourceRange } from '../../kernel/source';
import type { Scope } from '../constants/scope';
import type { SourceSpan } from '../preprocessor/sourceMap';
import type { FunctionOutline } from '../structure/outline';
import type { BlockTree } from '../structure/blocks';
import type { Callers } from '../structure/functionScope';
import { readLocals } from '../structure/locals';
import type { UnitText } from '../structure/unitText';

/**
 * One function definition of a file, as the readers of function bodies use it: its preprocessed
 * text to parse, the scope at each place, and the way back to the source. Offsets are those of
 * `text`, and so those of the nodes of a tree that is parsed from it.
 */
export class FunctionUnit {
  private locals: BlockTree | null = null;
  private cachedText: string | null = null;
  private cachedRange: SourceRange | null = null;
  private readonly base: number;

  constructor(
    private readonly unit: UnitText,
    readonly outline: FunctionOutline,
    /** The kernel's id; null for other functions. */
    readonly kernelId: string | null,
    readonly callers: Callers,
    /** Why the function is not compiled; null when it is. */
    readonly inactive: Words | null = null,
  ) {
    this.base = unit.tokens.start(outline.whole.from);
  }

  get path(): string {
    return this.unit.path;
  }

  get name(): string {
    return this.outline.name;
  }

  get kind(): 'kernel' | 'device' | 'host' {
    return this.outline.isKernel ? 'kernel' : this.outline.isDevice ? 'device' : 'host';
  }

  /** Head and body after preprocessing. */
  get text(): string {
    const { whole } = this.outline;
    this.cachedText ??= this.unit.tokens.slice(whole.from, whole.to);
    return this.cachedText;
  }

  /** Where all of it stands in the source. */
  get range(): SourceRange {
    return (this.cachedRange ??= this.rangeOf(0, this.text.length));
  }

  /** The symbols at an offset of `text`: blocks, parameters, class, namespace, file, includes. */
  scopeAt(offset: number): Scope {
    return this.scopeAtToken(this.unit.tokens.indexAt(this.base + offset));
  }

  scopeAtToken(index: number): Scope {
    return this.readBody().at(index);
  }

  /** Reads the assignments of the body; those to variables of the file become known to all. */
  readBody(): BlockTree {
    this.locals ??= readLocals(this.unit, this.outline, this.callers);
    return this.locals;
  }

  /** Drops what `readBody` has read, where it can be read again to the same. */
  letGo(): void {
    if (this.locals?.reachesOut === false) this.locals = null;
  }

  /** The source of `text` from `start` to `end`; the invocation for what a macro made. */
  rangeOf(start: number, end: number): SourceRange {
    const span = this.unit.map.range(this.base + start, this.base + end);
    return this.unit.lines.range(span.start, span.end);
  }

  /** Where head and body stand in the source. */
  get span(): SourceSpan {
    return this.unit.map.range(this.base, this.base + this.text.length);
  }

  /** Tests whether that stretch was written as it is, not made by a macro. */
  isWritten(start: number, end: number): boolean {
    return this.unit.map.range(this.base + start, this.base + end).written;
  }
}
