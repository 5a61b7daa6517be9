import { message } from '../../kernel/message';
import { Edit, Language, Parser, type Node, type Point, type Tree } from 'web-tree-sitter';
import { InputError } from '../../kernel/result';
import { blankUnsupported, type Blanked } from './blanking';

/** A node of a syntax tree; `startIndex` and `endIndex` are UTF-16 offsets of the parsed text. */
export type SyntaxNode = Node;

/** The two WebAssembly modules as bytes: web-tree-sitter's own and the CUDA grammar. */
export interface GrammarBytes {
  readonly core: Uint8Array;
  readonly cuda: Uint8Array;
}

/**
 * Parse steps after which a text counts as too tangled for the grammar: its error recovery can be
 * worse than linear. A step is one call of tree-sitter's progress hook (about 100 operations);
 * clean code needs 0.008 steps for a character.
 */
const STEPS_PER_CHARACTER = 0.05;
const FREE_STEPS = 1000;

/** Characters of the longest text that is parsed. */
const MAX_TEXT = 8_000_000;

/** A parsed text. Call `delete()` when done: the tree lives in WebAssembly memory. */
export class CudaTree {
  constructor(
    /** The text as given. */
    readonly text: string,
    private readonly blanked: Blanked,
    private readonly tree: Tree,
  ) {}

  /** Statements that the grammar was not shown, as offsets. */
  get skipped(): Blanked['skipped'] {
    return this.blanked.skipped;
  }

  get root(): SyntaxNode {
    return this.tree.rootNode;
  }

  /** A copy of the tree moved to `blanked`, for an incremental parse. */
  edited(blanked: string): Tree {
    const copy = this.tree.copy();
    const edit = difference(this.blanked.text, blanked);
    if (edit !== null) copy.edit(edit);
    return copy;
  }

  delete(): void {
    this.tree.delete();
  }
}

function pointAt(text: string, offset: number): Point {
  let row = 0;
  let lineStart = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) {
    row++;
    lineStart = at + 1;
  }
  return { row, column: offset - lineStart };
}

/** The one replaced stretch between two texts; null when they are equal. */
function difference(before: string, after: string): Edit | null {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  if (start === before.length && start === after.length) return null;
  let oldEnd = before.length;
  let newEnd = after.length;
  while (oldEnd > start && newEnd > start && before.charCodeAt(oldEnd - 1) === after.charCodeAt(newEnd - 1)) {
    oldEnd--;
    newEnd--;
  }
  return new Edit({
    startIndex: start,
    oldEndIndex: oldEnd,
    newEndIndex: newEnd,
    startPosition: pointAt(after, start),
    oldEndPosition: pointAt(before, oldEnd),
    newEndPosition: pointAt(after, newEnd),
  });
}

/** tree-sitter with the CUDA grammar; one per worker, used by one caller at a time. */
export class CudaParser {
  private parser: Parser;
  private crashed = false;
  /**
   * Parsers that were cancelled in the middle: to reset or delete one can overflow the stack of
   * the WebAssembly module, so they are left alone.
   */
  private readonly abandoned: Parser[] = [];

  constructor(private readonly language: Language) {
    this.parser = new Parser().setLanguage(language);
  }

  /**
   * Parses `text` after `blankUnsupported`, so every offset of the tree is an offset of `text`.
   * With `previous`, only what changed is parsed anew; `previous` stays valid.
   * Never fails on bad code (error nodes stand in the tree).
   * @throws InputError `too-complex` when the parse exceeds its budget, `grammar` when the
   *   WebAssembly module has crashed: then no parser of this thread works any more.
   */
  parse(text: string, previous?: CudaTree): CudaTree {
    if (this.crashed) throw new InputError(message('cuda.grammarUnusable'), 'grammar');
    if (text.length > MAX_TEXT) throw new InputError(message('cuda.codeTooLong'), 'too-complex');
    const blanked = blankUnsupported(text);
    const tree = this.run(blanked.text, previous);
    if (tree !== null) return new CudaTree(text, blanked, tree);
    this.abandoned.push(this.parser);
    this.parser = new Parser().setLanguage(this.language);
    throw new InputError(message('cuda.codeTooTangled'), 'too-complex');
  }

  private run(text: string, previous: CudaTree | undefined): Tree | null {
    const budget = FREE_STEPS + text.length * STEPS_PER_CHARACTER;
    let steps = 0;
    try {
      const old = previous?.edited(text) ?? null;
      const tree = this.parser.parse(text, old, { progressCallback: () => ++steps > budget });
      old?.delete();
      return tree;
    } catch (error) {
      this.crashed = true;
      throw new InputError(message('cuda.grammarCrashed', { error: String(error) }), 'grammar');
    }
  }

  delete(): void {
    if (!this.crashed) this.parser.delete();
  }
}

let coreReady: Promise<void> | null = null;

/**
 * Makes a parser from the grammar's bytes. The WebAssembly core is set up once per thread.
 * @throws InputError when the bytes are not the expected modules.
 */
export async function createCudaParser(bytes: GrammarBytes): Promise<CudaParser> {
  try {
    coreReady ??= Parser.init({ wasmBinary: bytes.core });
    await coreReady;
    return new CudaParser(await Language.load(bytes.cuda));
  } catch (error) {
    coreReady = null;
    throw new InputError(message('cuda.grammarNotLoaded', { error: String(error) }), 'grammar');
  }
}
