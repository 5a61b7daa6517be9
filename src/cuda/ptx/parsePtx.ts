import { PtxCursor } from './cursor';
import { FunctionBody } from './functionBody';
import { NameCheck } from './nameCheck';
import type { PtxFunction, PtxModule, PtxSpace, PtxVariable } from './module';
import { ptxTokens } from './tokens';
import { variables } from './variables';

const LINKING = new Set(['.visible', '.extern', '.weak', '.common']);
const LINES = new Set(['.version', '.address_size', '.file', '.loc']);
const SPACES: Readonly<Record<string, PtxSpace>> = {
  '.global': 'global',
  '.const': 'const',
  '.shared': 'shared',
};

/**
 * Reads a PTX file: its variables, functions and kernels.
 * @throws InputError that names path and line of what is no PTX.
 */
export function parsePtx(text: string, path = 'ptx'): PtxModule {
  const cursor = new PtxCursor(ptxTokens(text, path), path);
  const found: PtxVariable[] = [];
  const functions = new Map<string, PtxFunction>();
  let target: string | null = null;
  while (!cursor.isAtEnd) {
    const word = cursor.peek();
    if (word === '.target') target = targetOf(cursor);
    else if (LINES.has(word)) cursor.skipLine();
    else if (word === '.section') {
      while (cursor.peek() !== '{') cursor.next();
      cursor.skipBraces();
    } else if (word === '.pragma' || word === '.alias') skipStatement(cursor);
    else if (word === ';' || LINKING.has(word)) cursor.next();
    else if (word === '.entry' || word === '.func') {
      const made = readFunction(cursor);
      const known = functions.get(made.entry);
      if (known === undefined || known.instructions.length === 0) functions.set(made.entry, made);
    } else if (SPACES[word] !== undefined) {
      cursor.next();
      found.push(...variables(cursor, SPACES[word]));
      cursor.expect(';');
    } else throw cursor.expected('directive');
  }
  const names = new NameCheck(path, found, functions);
  for (const made of functions.values()) names.check(made);
  const kernels = [...functions.values()].filter(({ isKernel }) => isKernel);
  return { path, target, variables: found, functions, kernels };
}

function targetOf(cursor: PtxCursor): string {
  cursor.next();
  const name = cursor.expectLike(/^sm_\w+$/, 'sm_…');
  cursor.skipLine();
  return name;
}

function skipStatement(cursor: PtxCursor): void {
  while (!cursor.takes(';')) cursor.next();
}

function readFunction(cursor: PtxCursor): PtxFunction {
  const startLine = cursor.line;
  const isKernel = cursor.next() === '.entry';
  const results = cursor.peek() === '(' ? parameterList(cursor) : [];
  const entry = cursor.expectLike(/^[A-Za-z_$%][\w$]*$/, 'name');
  const parameters = cursor.peek() === '(' ? parameterList(cursor) : [];
  const blockLimits = performanceDirectives(cursor);
  const head = { entry, isKernel, parameters, results, blockLimits };
  const declared = [...parameters, ...results];
  if (cursor.takes(';')) return { ...head, ...FunctionBody.none(), range: lines(startLine, startLine) };
  const body = new FunctionBody(cursor, declared).read();
  return { ...head, ...body, range: lines(startLine, cursor.lineBefore) };
}

function lines(startLine: number, endLine: number): PtxFunction['range'] {
  return { startLine, startColumn: 0, endLine, endColumn: 0 };
}

function parameterList(cursor: PtxCursor): PtxVariable[] {
  const found: PtxVariable[] = [];
  cursor.expect('(');
  while (!cursor.takes(')')) {
    cursor.expect('.param');
    found.push(...variables(cursor, 'param', true));
    if (cursor.peek() !== ')') cursor.expect(',');
  }
  return found;
}

/** `.maxntid 256, 1, 1` and the like between the head of a function and its body. */
function performanceDirectives(cursor: PtxCursor): PtxFunction['blockLimits'] {
  let required: readonly number[] | null = null;
  let most: readonly number[] | null = null;
  while (cursor.peek().startsWith('.')) {
    const word = cursor.next();
    const numbers: number[] = [];
    while (/^\d/.test(cursor.peek())) {
      numbers.push(cursor.integer());
      cursor.takes(',');
    }
    if (word === '.pragma' || word === '.attribute') while (!/^[;)]$/.test(cursor.next()));
    if (word === '.reqntid') required = numbers;
    if (word === '.maxntid') most = numbers;
  }
  return { required, most };
}
