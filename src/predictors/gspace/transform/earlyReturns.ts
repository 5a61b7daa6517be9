import { closing, isWritten, splitStatements } from '../../../cuda/edits/block/kernelText';
import { lambdasIn } from './lambdas';

/** Names that are the same for all threads of a block. */
const OF_THE_BLOCK = /^(blockIdx|gridDim|blockDim|warpSize|true|false|x|y|z|min|max|int|unsigned|size_t)$/;
const DEPTH = 6;

type Lanes = (written: string) => boolean;

/**
 * Whether a thread may return while others of its block still have to meet. As the block of a grid it is gone then, and
 * nobody waits for it; as a task it would wait for the next task in the place where the others meet.
 *
 * @param text flat body of the kernel
 * @param meetings places in it at which threads of a block or warp meet
 * @param constants names that all threads see alike: parameters and template parameters
 * @param lanes tells whether a name or number is that of the lanes of a warp, where blocks are as wide as whole warps: lanes
 *   that return together are not missed then; null where blocks may be of any width
 */
export function returnsBeforeMeeting(
  text: string,
  meetings: readonly number[],
  constants: readonly string[],
  lanes: Lanes | null = null,
): boolean {
  if (meetings.length === 0) return false;
  const lambdas = lambdasIn(text).map(({ body }) => body);
  const inLambda = (place: number): boolean => lambdas.some(({ start, end }) => start < place && place < end);
  const uniform = uniformReturns({ text, constants, lanes });
  // Threads that a lambda has meet may do so wherever it is called behind it.
  const places = meetings.map((place) => (inLambda(place) ? text.length : place));
  return [...text.matchAll(/\breturn\b/g)].some(({ index }) => {
    if (uniform.has(index) || inLambda(index)) return false;
    return (
      places.some((place) => place > index) ||
      loopsAround(text, index).some(([from, to]) => places.some((place) => place > from && place < to))
    );
  });
}

/** Loops whose statement holds a place. */
function loopsAround(text: string, place: number): (readonly [number, number])[] {
  return [...text.matchAll(/\b(?:for|while)\(|\bdo(?=[ {])/g)].flatMap(({ index }) => {
    const head = text.startsWith('do', index) ? index + 2 : closing(text, text.indexOf('(', index)) + 1;
    const [body = ''] = splitStatements(text.slice(head).trimStart());
    const to = head + body.length + 1;
    return index < place && place < to ? [[index, to] as const] : [];
  });
}

/** Places of returns that all threads of a block or warp take or none: outermost, behind a condition that is theirs. */
function uniformReturns(known: Known): ReadonlySet<number> {
  const { text } = known;
  const places = new Set<number>();
  let from = 1;
  for (const statement of splitStatements(text.slice(1, closing(text, 0)))) {
    const condition = statement.startsWith('if(') ? statement.slice(3, closing(statement, 2)) : null;
    const rest = condition === null ? '' : statement.slice(condition.length + 4);
    const place = /^(?:\{ ?)?return;\}?$/.test(rest) ? from + statement.lastIndexOf('return') : -1;
    if (place >= 0 && isUniform(condition!, known, DEPTH)) places.add(place);
    from += statement.length;
  }
  return places;
}

interface Known {
  readonly text: string;
  readonly constants: readonly string[];
  readonly lanes: Lanes | null;
}

function isUniform(written: string, known: Known, depth: number): boolean {
  const { text, constants, lanes } = known;
  const expression = lanes === null ? written : withoutWarpNumbers(written, text, lanes);
  if (/\[|->|"|=(?!=)(?<![!<>=]=)/.test(expression) || depth === 0) return false;
  return [...expression.matchAll(/(?<![\w.])[A-Za-z_]\w*/g)].every(([name]) => {
    if (OF_THE_BLOCK.test(name)) return true;
    const value = valueOf(name, text);
    return value === null
      ? constants.includes(name) && !isWritten(text, name)
      : isUniform(value, known, depth - 1);
  });
}

/** What a variable is given where it is declared; null where there is no such place, or others write it. */
function valueOf(name: string, text: string): string | null {
  const declared = new RegExp(`(?<=[;{}])(?:const )?[\\w ]+ ${name}=([^;]+);`).exec(text);
  return declared === null || isWritten(text.replace(declared[0], ''), name) ? null : declared[1]!;
}

/** A thread's number in its row of blocks, which counts on from lane to lane. */
const COUNTED =
  /^\(?(?:threadIdx\.x|(?:blockIdx\.x\*blockDim\.x|blockDim\.x\*blockIdx\.x)\+threadIdx\.x|threadIdx\.x\+(?:blockIdx\.x\*blockDim\.x|blockDim\.x\*blockIdx\.x))\)?$/;
/** Something over something, where nothing that binds closer stands in front. */
const OVER = /(?<![\w.*/%)\]])(\([^()]*\)|[A-Za-z_]\w*(?:\.x)?)\/(\w+)(?![\w.])/g;

/** An expression with numbers of warps, and of rows of warps, as constants: those are the same for all lanes. */
function withoutWarpNumbers(expression: string, text: string, lanes: Lanes): string {
  return expression.replace(/\bthreadIdx\.[yz]\b/g, '0').replace(OVER, (all, over: string, under: string) => {
    const counted = /^\w+$/.test(over) ? (valueOf(over, text) ?? over) : over;
    return COUNTED.test(counted) && lanes(under) ? '0' : all;
  });
}
