import { closing, isWritten, splitStatements } from '../../../cuda/edits/block/kernelText';
import { lambdasIn } from './lambdas';

/** Names that are the same for all threads of a block. */
const OF_THE_BLOCK = /^(blockIdx|gridDim|blockDim|warpSize|true|false|x|y|z|min|max|int|unsigned|size_t)$/;
const DEPTH = 6;

/**
 * Whether a thread may return while others of its block still have to meet. As the block of a grid it is gone then, and
 * nobody waits for it; as a task it would wait for the next task in the place where the others meet.
 *
 * @param text flat body of the kernel
 * @param meetings places in it at which threads of a block or warp meet
 * @param constants names that all threads see alike: parameters and template parameters
 */
export function returnsBeforeMeeting(
  text: string,
  meetings: readonly number[],
  constants: readonly string[],
): boolean {
  if (meetings.length === 0) return false;
  const lambdas = lambdasIn(text).map(({ body }) => body);
  const inLambda = (place: number): boolean => lambdas.some(({ start, end }) => start < place && place < end);
  const uniform = uniformReturns(text, constants);
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

/** Places of returns that all threads of a block take or none: outermost, behind a condition of the block's. */
function uniformReturns(text: string, constants: readonly string[]): ReadonlySet<number> {
  const places = new Set<number>();
  let from = 1;
  for (const statement of splitStatements(text.slice(1, closing(text, 0)))) {
    const condition = statement.startsWith('if(') ? statement.slice(3, closing(statement, 2)) : null;
    const rest = condition === null ? '' : statement.slice(condition.length + 4);
    const place = /^(?:\{ ?)?return;\}?$/.test(rest) ? from + statement.lastIndexOf('return') : -1;
    if (place >= 0 && isUniform(condition!, text, constants, DEPTH)) places.add(place);
    from += statement.length;
  }
  return places;
}

function isUniform(expression: string, text: string, constants: readonly string[], depth: number): boolean {
  if (/\[|->|"|=(?!=)(?<![!<>=]=)/.test(expression) || depth === 0) return false;
  return [...expression.matchAll(/(?<![\w.])[A-Za-z_]\w*/g)].every(([name]) => {
    if (OF_THE_BLOCK.test(name)) return true;
    const value = new RegExp(`(?<=[;{}])(?:const )?[\\w ]+ ${name}=([^;]+);`).exec(text);
    const others = value === null ? text : text.replace(value[0], '');
    if (isWritten(others, name)) return false;
    return value === null ? constants.includes(name) : isUniform(value[1]!, text, constants, depth - 1);
  });
}
