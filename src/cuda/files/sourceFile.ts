import { readDirectives, type Directive } from '../preprocessor/directives';
import type { IncludedFile } from '../preprocessor/environment';
import { tokenize } from '../syntax/lexer';
import type { Tokens } from '../syntax/tokens';

/** Extensions of files that are always looked into. */
const CUDA_EXTENSION = /\.(cu|cuh|hip)$/i;
/** Of sources that say nothing of CUDA only those are in a workspace that call what launches. */
const CALLER_EXTENSION = /\.(c|cpp|cc|cxx)$/i;
const CUDA_SIGN =
  /__global__|<<\s*<|(?:[A-Z0-9]_GLOBAL|[A-Z0-9]_KERNEL|\bKERNEL)\s+(?:void|static|inline|__launch_bounds__)\b|cudaLaunch|\b(?:cuda|hip)[A-Z]\w*\s*\(/;

/** One text of the workspace. Replaced, not changed, when the text changes. */
export class SourceFile implements IncludedFile {
  /** Directives in order. */
  readonly directives: readonly Directive[];
  private readonly byToken: ReadonlyMap<number, Directive>;
  private lexed: Tokens | null;
  /** Equal for two texts whose directives do the same, so that users of the macros can be kept. */
  readonly directiveKey: string;
  /** Equal for two texts that include the same, in the same order. */
  readonly includeKey: string;
  /** True if the file can hold kernels, launches or calls of the CUDA runtime, or of functions that do. */
  readonly mayHoldCuda: boolean;

  constructor(
    readonly path: string,
    readonly text: string,
  ) {
    this.lexed = tokenize(text);
    this.byToken = readDirectives(this.lexed, path);
    this.directives = [...this.byToken.values()];
    this.mayHoldCuda = CUDA_EXTENSION.test(path) || CALLER_EXTENSION.test(path) || CUDA_SIGN.test(text);
    this.directiveKey = this.directives.map(keyOf).join('\n');
    const includes = this.directives.filter(({ kind }) => kind === 'include');
    this.includeKey = includes.map(({ text: target }) => target).join('\n');
  }

  private words: ReadonlySet<string> | null = null;

  /** Tests whether a name occurs in the text. */
  mentions(name: string): boolean {
    if (!/^\w+$/.test(name)) return this.text.includes(name);
    // Asked for each function of the workspace: the text is looked through once.
    this.words ??= new Set(this.text.match(/\w+/g));
    return this.words.has(name);
  }

  /** Takes the tokens out of the file: they are needed once, to preprocess it. */
  takeTokens(): { readonly tokens: Tokens; readonly directives: ReadonlyMap<number, Directive> } {
    const tokens = this.lexed ?? tokenize(this.text);
    this.lexed = null;
    return { tokens, directives: this.byToken };
  }
}

function keyOf(directive: Directive): string {
  const { macro } = directive;
  const parameters = macro?.parameters === null || macro === null ? '' : `(${macro.parameters.join()})`;
  return `${directive.kind} ${directive.text}${macro === null ? '' : `${macro.name}${parameters} ${macro.body}`}`;
}
