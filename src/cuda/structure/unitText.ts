import type { SourceRange } from '../../kernel/source';
import type { ValueSite } from '../constants/scope';
import type { LineIndex, SourceMap, SourceSpan } from '../preprocessor/sourceMap';
import type { MacrosInForce } from '../preprocessor/environment';
import type { MacroLookup } from '../preprocessor/macros';
import { foldText, type TokenRange } from '../syntax/angles';
import type { Tokens } from '../syntax/tokens';

/** A preprocessed file: its tokens, and where they stand in the source. */
export class UnitText {
  constructor(
    readonly path: string,
    readonly source: string,
    readonly lines: LineIndex,
    /** Tokens of the preprocessed text. */
    readonly tokens: Tokens,
    readonly map: SourceMap,
    private readonly macroAt: MacrosInForce = () => undefined,
  ) {}

  /** The macros of a function body: those that it defines itself, and those in force where it begins. */
  macrosIn(body: TokenRange): MacroLookup {
    const { start, end } = this.span(body);
    return (name) => this.macroAt(name, start, end);
  }

  /** Where tokens came from; for generated ones the invocation of the macro. */
  span(range: TokenRange): SourceSpan {
    const start = this.tokens.start(range.from);
    return this.map.range(start, range.to > range.from ? this.tokens.end(range.to - 1) : start);
  }

  range(range: TokenRange): SourceRange {
    const { start, end } = this.span(range);
    return this.lines.range(start, end);
  }

  /** 1-based source line of a token. */
  line(index: number): number {
    return this.lines.line(this.map.span(this.tokens.start(index)).start);
  }

  /** The tokens as the author wrote them, white space folded; as expanded where a macro made them. */
  written(range: TokenRange): string {
    if (range.from >= range.to) return '';
    const { start, end, written } = this.span(range);
    const expanded = this.tokens.slice(range.from, range.to);
    // A written range may have swallowed directives or an inactive branch: then the expansion is clearer.
    const source = written ? this.source.slice(start, end) : '';
    return foldText(written && !/^[ \t\v\f]*#/m.test(source) ? source : expanded);
  }

  /** Where a value can be edited; undefined for text that a macro made. */
  site(range: TokenRange): ValueSite | undefined {
    const { start, end, written } = this.span(range);
    return written && end > start ? { path: this.path, range: this.lines.range(start, end) } : undefined;
  }
}
