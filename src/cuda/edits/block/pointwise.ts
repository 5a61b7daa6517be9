import { isMessage, message, type Message } from '../../../kernel/message';
import type { FunctionUnit } from '../../files/functionUnit';
import type { CudaWorkspace } from '../../workspace';
import { closing, isWritten, kernelText, splitStatements } from './kernelText';

export type Axis = 'x' | 'y' | 'z';

/**
 * A kernel whose threads work each on its own: what it computes depends on which global ids there are, not on how
 * they are divided into blocks.
 */
export interface PointwiseKernel {
  /** Whether its work is a grid-stride loop, which any number of threads share. */
  readonly strides: boolean;
  /** The bound that ids along an axis are tested against before memory is touched; absent where there is none. */
  readonly bounds: Readonly<Partial<Record<Axis, string>>>;
}

/** What ties threads to their block or warp, or makes a result depend on how many threads there are. */
const BLOCK_WIDE =
  /\b(__shared__|extern|__syncthreads\w*|__syncwarp|__shfl\w*|__ballot\w*|__any\w*|__all\w*|__activemask|__match\w*|__reduce\w*|cooperative_groups|cg::\w+|this_thread_block|this_grid|asm|__asm__|warpSize|goto|static|clock|clock64|wmma|nvcuda|cub::\w+|thrust::\w+|curand\w*|printf|malloc|cudaLaunch\w*)\b/;
/** What looks like a call and is a word of the language, a cast or a constructor of a number. */
export const KEYWORD_CALL =
  /^(if|for|while|switch|return|sizeof|alignof|do|else|int|float|double|unsigned|long|short|char|bool|size_t|half|__half|u?int(?:8|16|32|64)_t|uint|make_\w+|dim3|static_cast|reinterpret_cast)$/;
/** Functions of the CUDA math and load interfaces: values of their arguments, and nothing else. */
export const PURE =
  /^(std::)?(f?abs|f?abs[fl]|min|max|umin|umax|f?min[fl]?|f?max[fl]?|sqrt[fl]?|rsqrt[fl]?|cbrt[fl]?|exp(2|10|m1)?[fl]?|log(2|10|1p)?[fl]?|pow[fli]?|sin[fl]?|cos[fl]?|tan[fl]?|sinpi[fl]?|cospi[fl]?|a(sin|cos|tan)[fl]?|atan2[fl]?|sinh[fl]?|cosh[fl]?|tanh[fl]?|erfc?[fl]?|(t|l)gamma[fl]?|floor[fl]?|ceil[fl]?|round[fl]?|rint[fl]?|trunc[fl]?|fmod[fl]?|fma[fl]?|hypot[fl]?|copysign[fl]?|isnan|isinf|isfinite|signbit|clamp|saturate|__ld(g|ca|cg|cs|lu|cv)|__st(wb|cg|cs|wt)|__[fdi]\w+|__h\w+|__u\w+|__popc\w*|__clz\w*|__ffs\w*|__brev\w*|__byte_perm|__(float|double|half|int|uint|ll|ull|longlong|short|ushort|bfloat16)2?\w*|__saturatef|__expf|__exp10f|__logf|__log2f|__log10f|__powf|__sinf|__cosf|__tanf)$/;

/**
 * Proves that a kernel works pointwise along the axes whose blocks change.
 *
 * @param asBlock constants that are the extent of the block along x
 * @returns what proves it, or what speaks against it
 */
export function pointwise(
  workspace: CudaWorkspace,
  unit: FunctionUnit,
  axes: readonly Axis[],
  asBlock: readonly string[] = [],
): PointwiseKernel | Message {
  const text = asBlock.reduce(
    (body, name) => body.replace(new RegExp(`(?<![\\w.])${name}\\b`, 'g'), 'blockDim.x'),
    kernelText(unit.text),
  );
  const against = sideEffects(workspace, unit, text);
  if (against !== null) return against;
  const ids = withIds(text, axes);
  const alone = new RegExp(`\\b(threadIdx|blockIdx|blockDim|gridDim)(?!\\.[^${axes.join('')}])`).exec(ids);
  if (alone !== null) return message('cuda.indexAlone', { index: alone[1]! });
  return shapeOf(ids, axes);
}

/**
 * Whether each thread of a kernel works on the element of its own global number in every buffer, by name of its
 * pointer parameters: a part of its grid then needs that part of each buffer, and nothing else.
 */
export function worksByElement(
  workspace: CudaWorkspace,
  unit: FunctionUnit,
  pointers: readonly string[],
): boolean {
  const proof = pointwise(workspace, unit, ['x']);
  if (isMessage(proof) || proof.strides) return false;
  const text = withIds(kernelText(unit.text), ['x']);
  if (/\batomic\w+\(/.test(text)) return false;
  const ids = new Map([['ID_x', 'ID_x']]);
  for (const statement of splitStatements(text.slice(1, closing(text, 0)))) nameIds(statement, text, ids);
  return pointers.every((pointer) =>
    [...text.matchAll(new RegExp(`(?<![\\w.])${pointer}\\b(?:\\[(\\w+)\\])?`, 'g'))].every(([, index]) =>
      ids.has(index ?? ''),
    ),
  );
}

/** What a kernel, or a function that it calls, does beside values and memory of its own thread. */
function sideEffects(workspace: CudaWorkspace, kernel: FunctionUnit, kernelBody: string): Message | null {
  const seen = new Set<FunctionUnit>([kernel]);
  for (const unit of seen) {
    const text = unit === kernel ? kernelBody : kernelText(unit.text);
    const wide = BLOCK_WIDE.exec(text)?.[1];
    if (wide !== undefined) return message('cuda.blockWide', { name: unit.name, what: wide });
    if (/(?<![;{})])\batomic\w+\(/.test(text)) return message('cuda.atomicResult', { name: unit.name });
    if (unit !== kernel && /\b(threadIdx|blockIdx|blockDim|gridDim)\b/.test(text))
      return message('cuda.calleeIndexes', { name: unit.name });
    for (const [, before, name] of text.matchAll(/(^|[^\w:])((?:\w+::)*\w+)(?:<[\w, ]*>)?\(/g)) {
      if (KEYWORD_CALL.test(name!) || PURE.test(name!) || /^atomic/.test(name!)) continue;
      const callees = before === '.' || before === '>' ? [] : workspace.functionsNamed(name!, unit.path);
      if (callees.length === 0) return message('cuda.calleeUnknown', { name: unit.name, callee: name! });
      for (const callee of callees) seen.add(callee);
    }
  }
  return null;
}

/** Global ids and grid strides as names of their own, `ID_x` and `STRIDE_x`. */
function withIds(text: string, axes: readonly Axis[]): string {
  let result = text;
  for (const axis of axes) {
    const [t, b, d, g] = ['threadIdx', 'blockIdx', 'blockDim', 'gridDim'].map((name) => `${name}\\.${axis}`);
    const first = `(?:${b}\\*${d}|${d}\\*${b}|\\(${b}\\*${d}\\)|\\(${d}\\*${b}\\))`;
    const id = new RegExp(`(?<![*/%\\-.\\w])(?:${first}\\+${t}|${t}\\+${first})(?![*/%\\w.])`, 'g');
    const stride = new RegExp(`(?<![*/%\\-.\\w])(?:${d}\\*${g}|${g}\\*${d})(?![*/%\\w.])`, 'g');
    result = result.replace(id, `ID_${axis}`).replace(stride, `STRIDE_${axis}`);
    result = result.replaceAll(`(ID_${axis})`, `ID_${axis}`).replaceAll(`(STRIDE_${axis})`, `STRIDE_${axis}`);
  }
  return result;
}

const DECLARED =
  /^(?:const )?(?:unsigned int|unsigned long long|long long|unsigned|int|long|uint|size_t|auto|u?int(?:32|64)_t)(?: const)? /;

/** Reads the outermost statements: what names ids, then a guard or a grid-stride loop around all that touches memory. */
function shapeOf(text: string, axes: readonly Axis[]): PointwiseKernel | Message {
  const ids = new Map<string, string>(
    axes.flatMap((axis) => [
      [`ID_${axis}`, `ID_${axis}`],
      [`STRIDE_${axis}`, `STRIDE_${axis}`],
    ]),
  );
  const before: string[] = [];
  const bounds: Partial<Record<Axis, string>> = {};
  const statements = splitStatements(text.slice(1, closing(text, 0)));
  for (const [place, statement] of statements.entries()) {
    const rest = statements.slice(place + 1).filter((other) => !/^(return)?;$/.test(other));
    if (statement.startsWith('if(')) {
      const guard = guardOf(statement, ids, rest.length === 0);
      Object.assign(bounds, guard?.bounds);
      if (guard?.leaves) continue;
      if (guard !== null) break;
    }
    if (/^(for|while)\(/.test(statement) && hasStride(statement, ids))
      return strideLoop(statement, ids, before, rest);
    if (touchesMemory(statement)) break;
    nameIds(statement, text, ids);
    before.push(statement);
  }
  return hasStride(text) ? strideAlone() : { strides: false, bounds };
}

const strideAlone = (): Message => message('cuda.strideShape');

function hasStride(text: string, ids?: ReadonlyMap<string, string>): boolean {
  if (/\bSTRIDE_/.test(text)) return true;
  return [...(ids ?? [])].some(
    ([name, value]) => value.startsWith('STRIDE') && new RegExp(`\\b${name}\\b`).test(text),
  );
}

/** Variables that are given an id or a stride, and keep it. */
function nameIds(statement: string, text: string, ids: Map<string, string>): void {
  if (!DECLARED.test(statement)) return;
  for (const [, name, value] of statement.replace(DECLARED, ' ').matchAll(/[ ,](\w+)=([^,;]+)(?=[,;])/g)) {
    const known = ids.get(value!);
    if (known === undefined) continue;
    const others = text.replace(statement, '');
    if (!known.startsWith('ID') || !isWritten(others, name!)) ids.set(name!, known);
  }
}

/** A statement that reads or writes through a pointer, or ends the thread. */
function touchesMemory(statement: string): boolean {
  return /[[\]]|->|(?<=[=(,;+-])\*|^\*|\batomic|\breturn\b|__ld|__st/.test(statement);
}

/** The bounds by axis of a guard: `if (i >= n) return;`, or `if (i < n) …` as the last statement. */
function guardOf(
  statement: string,
  ids: ReadonlyMap<string, string>,
  isLast: boolean,
): { readonly leaves: boolean; readonly bounds: PointwiseKernel['bounds'] } | null {
  const close = closing(statement, 2);
  const [condition, body] = [statement.slice(3, close), statement.slice(close + 1)];
  const leaves = /^(return;|\{return;\})$/.test(body);
  if (!leaves && (!isLast || /\}else|;else/.test(topLevel(body)))) return null;
  const parts = splitTop(condition, leaves ? '||' : '&&');
  const bounds: Partial<Record<Axis, string>> = {};
  for (const part of parts) {
    const test = leaves
      ? (/^(\w+)>=([^<>=&|?]+)$/.exec(part) ?? swapped(/^([^<>=&|?]+)<=(\w+)$/.exec(part)))
      : (/^(\w+)<([^<>=&|?]+)$/.exec(part) ?? swapped(/^([^<>=&|?]+)>(\w+)$/.exec(part)));
    const axis = test && ids.get(test[1]!)?.split('_')[1];
    if (test && axis && ids.get(test[1]!)!.startsWith('ID')) bounds[axis as Axis] = test[2]!;
    else if (touchesMemory(part)) return null;
  }
  return Object.keys(bounds).length > 0 ? { leaves, bounds } : null;
}

const swapped = (match: RegExpExecArray | null): readonly string[] | null =>
  match && [match[0], match[2]!, match[1]!];

/** Text outside of braces and brackets. */
function topLevel(text: string): string {
  let result = '';
  for (let at = 0; at < text.length; at++) {
    if ('([{'.includes(text[at]!)) {
      const end = closing(text, at);
      result += text[at]! + text[end]!;
      at = end;
    } else result += text[at];
  }
  return result;
}

function splitTop(text: string, separator: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if ('([{'.includes(text[at]!)) at = closing(text, at);
    else if (text.startsWith(separator, at)) {
      parts.push(text.slice(start, at));
      start = at + separator.length;
      at = start - 1;
    }
  }
  return [...parts, text.slice(start)].map((part) => part.replace(/^\((.*)\)$/, '$1'));
}

/** A grid-stride loop as the last statement, whose rounds hand nothing on. */
function strideLoop(
  statement: string,
  ids: ReadonlyMap<string, string>,
  before: readonly string[],
  rest: readonly string[],
): PointwiseKernel | Message {
  if (rest.length > 0 || !statement.startsWith('for(')) return strideAlone();
  const close = closing(statement, 3);
  const [start, test, step] = splitStatements(`${statement.slice(4, close)};`).map((part) =>
    part.slice(0, -1),
  );
  const name = /(?:^|[ ,])(\w+)=(\w+)$/.exec(start ?? '');
  const index = name?.[1];
  const isStep =
    index !== undefined &&
    [...ids].some(
      ([stride, value]) =>
        value.startsWith('STRIDE') &&
        (step === `${index}+=${stride}` || step === `${index}=${index}+${stride}`),
    );
  if (!isStep || !ids.get(name![2]!)?.startsWith('ID') || !test?.startsWith(`${index}<`))
    return strideAlone();
  const body = statement.slice(close + 1);
  if (/\b(break|return|continue)\b/.test(body) && /\b(break|return)\b/.test(body)) return strideAlone();
  const carried = writtenNames(body).find((written) => !isDeclaredIn(body, written));
  if (carried !== undefined) return message('cuda.strideCarries', { variable: carried });
  const own = ofThread(before, ids).find((variable) => mentions(`${test};${body}`, variable));
  if (own !== undefined) return message('cuda.strideThread', { variable: own });
  return before.some(touchesMemory) ? strideAlone() : { strides: true, bounds: {} };
}

/** Names of ids and strides, and of what is computed from them in front of a loop: another stride makes them others. */
function ofThread(before: readonly string[], ids: ReadonlyMap<string, string>): readonly string[] {
  const names = [...ids.keys()];
  for (const statement of before)
    if (names.some((name) => mentions(statement, name))) names.push(...writtenNames(statement));
  return names;
}

function mentions(text: string, name: string): boolean {
  return new RegExp(`\\b${name}\\b`).test(text);
}

/** Plain variables, and variables with members or array places that are no memory of a parameter, that a text writes. */
function writtenNames(text: string): readonly string[] {
  const names: string[] = [];
  for (const [, name] of text.matchAll(/(?<![\w.\]>])(\w+)(?:\.\w+)*(?:=(?!=)|[-+*/%&|^]=|<<=|>>=|\+\+|--)/g))
    names.push(name!);
  for (const [, name] of text.matchAll(/(?:\+\+|--)(\w+)/g)) names.push(name!);
  return names;
}

function isDeclaredIn(text: string, name: string): boolean {
  return new RegExp(`(?:^|[;{}(,])(?:const )?[\\w:<>]+(?: \\w+)?[ *&]+(?:[^;]*,)?${name}[=;,[{(]`).test(text);
}
