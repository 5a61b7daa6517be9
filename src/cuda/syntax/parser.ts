import { Edit, Language, Parser, type Node, type Point, type Tree } from 'web-tree-sitter';
import { InputError } from '../../kernel/result';
import { blankUnsupported } from './blanking';

/** A node of a syntax tree; `startIndex` and `endIndex` are UTF-16 offsets of the parsed text. */
export type SyntaxNode = Node;

/** The two WebAssembly modules as bytes: web-tree-sitter's own and the CUDA grammar. */
export interface GrammarBytes {
  readonly core: Uint8Array;
  readonly cuda: Uint8Array;
}

/**
 * Parse steps after which a text counts as too tangled for the grammar: error recovery on hostile
 * nesting is worse than linear. A step is one call of tree-sitter's progress hook (about 100
 * operations); clean code needs about one step for 30 characters.
 */
const STEPS_PER_CHARACTER = 1;
const FREE_STEPS = 50_000;

/** A parsed text. Call `delete()` when done: the tree lives in WebAssembly memory. */
export class CudaTree {
  constructor(
    /** The text as given. */
    readonly text: string,
    /** The text of the same length that the grammar saw. */
    readonly blanked: string,
    private readonly tree: Tree,
  ) {}

  get root(): SyntaxNode {
    return this.tree.rootNode;
  }

  /** A copy of the tree moved to `blanked`, for an incremental parse. */
  edited(blanked: string): Tree {
    const copy = this.tree.copy();
    const edit = difference(this.blanked, blanked);
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
  constructor(private readonly parser: Parser) {}

  /**
   * Parses `text` after `blankUnsupported`, so every offset of the tree is an offset of `text`.
   * With `previous`, only what changed is parsed anew; `previous` stays valid.
   * Never fails on bad code (error nodes stand in the tree).
   * @throws InputError `too-complex` when the parse exceeds its budget.
   */
  parse(text: string, previous?: CudaTree): CudaTree {
    const blanked = blankUnsupported(text);
    const old = previous?.edited(blanked) ?? null;
    const budget = FREE_STEPS + blanked.length * STEPS_PER_CHARACTER;
    let steps = 0;
    try {
      const tree = this.parser.parse(blanked, old, { progressCallback: () => ++steps > budget });
      if (tree === null) {
        this.parser.reset();
        throw new InputError('The code is too tangled to be parsed within its budget.', 'too-complex');
      }
      return new CudaTree(text, blanked, tree);
    } finally {
      old?.delete();
    }
  }

  delete(): void {
    this.parser.delete();
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
    const parser = new Parser();
    parser.setLanguage(await Language.load(bytes.cuda));
    return new CudaParser(parser);
  } catch (error) {
    coreReady = null;
    throw new InputError(`The CUDA grammar could not be loaded: ${String(error)}`, 'grammar');
  }
}
