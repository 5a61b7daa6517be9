import type { PtxCursor } from './cursor';
import type { PtxInitial, PtxSpace, PtxVariable } from './module';
import { floatBits, wholeBits } from './numbers';

const TYPE = /^\.(?:[usbf](\d+)|f16x2|pred|b128|bf16(?:x2)?|e4m3x2|e5m2x2|(?:tex|sampler|surf)ref)$/;
const POINTER_BYTES = 8;

/** Bytes of a type such as `.u32`; a predicate takes one. */
function typeBytes(type: string): number {
  const bits = TYPE.exec(type)?.[1];
  if (bits !== undefined) return Number(bits) / 8;
  return { '.pred': 1, '.b128': 16, '.bf16': 2 }[type] ?? (type.endsWith('x2') ? 4 : POINTER_BYTES);
}

function isType(text: string): boolean {
  return TYPE.test(text);
}

/** Bits of registers of a type. */
export function registerTypeBits(cursor: PtxCursor): number {
  const vector = /^\.v([248])$/.exec(cursor.peek());
  if (vector !== null) throw cursor.fault('cuda.ptxNotRead', { what: cursor.peek() });
  const type = cursor.expectLike(TYPE, 'type');
  return type === '.pred' ? 1 : 8 * typeBytes(type);
}

/**
 * The variables of one declaration behind its state space, up to before its semicolon or parenthesis: type, names,
 * extents and initial content.
 */
export function variables(cursor: PtxCursor, space: PtxSpace, single = false): PtxVariable[] {
  let [alignment, vector] = [0, 1];
  let type: string | null = null;
  let isPointer = false;
  while (cursor.peek().startsWith('.')) {
    const word = cursor.next();
    if (word === '.align') alignment = cursor.integer();
    else if (/^\.v[248]$/.test(word)) vector = Number(word[2]);
    else if (isType(word)) type = word;
    else if (word === '.ptr') isPointer = true;
    else if (!ATTRIBUTES.has(word)) throw cursor.fault('cuda.ptxExpected', { expected: 'type', found: word });
    else if (word === '.attribute') skipParentheses(cursor);
  }
  if (type === null) throw cursor.expected('type');
  const elementBytes = typeBytes(type) * vector;
  const found: PtxVariable[] = [];
  do {
    const name = cursor.expectLike(/^[A-Za-z_$%][\w$]*$/, 'name');
    const elements = extent(cursor, elementBytes);
    const initial = cursor.takes('=') ? initialContent(cursor, elementBytes, type) : [];
    const written = initial.reduce((sum, { bytes }) => sum + bytes, 0);
    found.push({
      name,
      space,
      bytes: elements === null ? written : elements * elementBytes,
      alignment: Math.max(alignment, elementBytes),
      elementBytes,
      type,
      initial,
      isPointer: isPointer || (elements === 1 && elementBytes === POINTER_BYTES && /^\.[ub]64$/.test(type)),
    });
  } while (!single && cursor.takes(','));
  return found;
}

/** Words in front of a type that say nothing about what a program computes. */
const ATTRIBUTES = new Set(['.attribute', '.global', '.const', '.shared', '.local', '.param', '.managed']);
/** Largest variable that is read; larger ones are damage. */
const MOST_BYTES = 2 ** 32;

function skipParentheses(cursor: PtxCursor): void {
  cursor.expect('(');
  while (!cursor.takes(')')) cursor.next();
}

/** Elements of a declared array; 1 for a scalar, null for one whose content says it or whose launch does. */
function extent(cursor: PtxCursor, elementBytes: number): number | null {
  let elements: number | null = 1;
  while (cursor.takes('[')) {
    if (cursor.takes(']')) {
      elements = null;
      continue;
    }
    const size = cursor.integer();
    if (size < 0 || (elements ?? 1) * size * elementBytes > MOST_BYTES)
      throw cursor.fault('cuda.ptxExpected', { expected: 'extent', found: String(size) });
    elements = (elements ?? 1) * size;
    cursor.expect(']');
  }
  return elements;
}

function initialContent(cursor: PtxCursor, bytes: number, type: string): PtxInitial[] {
  if (!cursor.takes('{')) return [initialValue(cursor, bytes, type)];
  const values: PtxInitial[] = [];
  while (!cursor.takes('}')) {
    if (cursor.peek() === '{') values.push(...initialContent(cursor, bytes, type));
    else values.push(initialValue(cursor, bytes, type));
    if (cursor.peek() !== '}') cursor.expect(',');
  }
  return values;
}

function initialValue(cursor: PtxCursor, bytes: number, type: string): PtxInitial {
  const sign = cursor.takes('-') ? '-' : '';
  const text = cursor.next();
  if (/^\d/.test(text)) return { bits: numberBits(sign + text, type, cursor), bytes };
  // `generic(name)` and `name+8`; a mask such as `0xFF(name)` takes one byte of an address and is not read.
  const isGeneric = text === 'generic' && cursor.takes('(');
  const symbol = isGeneric ? cursor.expectLike(/^[A-Za-z_$%]/, 'name') : text;
  if (!/^[A-Za-z_$%]/.test(symbol))
    throw cursor.fault('cuda.ptxExpected', { expected: 'value', found: symbol });
  if (isGeneric) cursor.expect(')');
  return { symbol, offset: cursor.takes('+') ? cursor.integer() : 0, bytes };
}

function numberBits(text: string, type: string, cursor: PtxCursor): bigint {
  const bits = /^\.f/.test(type)
    ? floatBits(text, type === '.f64' ? 64 : 32)
    : (wholeBits(text) ?? floatBits(text, 32));
  if (bits === null) throw cursor.fault('cuda.ptxExpected', { expected: 'number', found: text });
  return bits;
}
