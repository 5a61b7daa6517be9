import { closing, splitStatements } from '../../../cuda/edits/block/kernelText';

/** Calls that change nothing that a loop could end by. */
const IDLE = /\b(?:__nanosleep|__threadfence\w*|__syncwarp|__syncthreads)\([^()]*\);/g;
const ENDLESS = /\b(?:while\((?:true|1)\)|for\(;;\)) ?(?=\{)/g;
/** Takes the next of a queue: each turn of a loop sees another value. */
const TAKES = /\batomic(?:Add|Sub|Inc|Dec)\((?![^;]*,0[uUlL.f]*\))/;
const READS = /[\w)\]]\[|->|(?:^|[^\w)\]])\*[\w(]|\batomic\w+\(|\b__?ld\w*\(/;
const WRITES = /\+\+|--|[-+*/%&|^]=|<<=|>>=|\batomic(?:CAS|Exch|Min|Max|And|Or|Xor)\(/;

/** Whether a loop of a function waits for what other blocks do: it looks at the same place again and changes nothing. */
export function waitsForOthers(text: string): boolean {
  return (
    [...text.matchAll(ENDLESS)].some(({ index, 0: { length } }) =>
      looksAtOthers(text.slice(index + length, closing(text, index + length))),
    ) || loopsOf(text).some(({ condition, body }) => isWait(condition, body))
  );
}

/** Whether an endless loop ends by what others write: it reads volatile memory, or has atomics of which none takes. */
const looksAtOthers = (body: string): boolean =>
  /\bvolatile\b/.test(body) || (/\batomic\w+/.test(body) && !TAKES.test(body));

interface Loop {
  readonly condition: string;
  readonly body: string;
}

/** Loops that have nothing but a condition and a body. */
function loopsOf(text: string): Loop[] {
  const ends = new Set<number>();
  const loops: Loop[] = [];
  for (const { index } of text.matchAll(/\bdo(?=[ {])/g)) {
    const from = text.indexOf('{', index);
    const end = closing(text, from) + 1;
    if (!text.startsWith('while(', end)) continue;
    ends.add(end);
    loops.push({ condition: text.slice(end + 6, closing(text, end + 5)), body: text.slice(from, end) });
  }
  for (const { index, 0: head } of text.matchAll(/\b(?:while|for)\(/g)) {
    const open = index + head.length - 1;
    const close = closing(text, open);
    const [start, condition, step] = text.slice(open + 1, close).split(';');
    if (ends.has(index) || (condition !== undefined && step !== '')) continue;
    const [body = ''] = splitStatements(text.slice(close + 1).trimStart());
    loops.push({ condition: condition ?? start!, body });
  }
  return loops;
}

function isWait(condition: string, body: string): boolean {
  const rest = body.replace(IDLE, '').replace(/\bcontinue;/g, '');
  if (/^[{};\s]*$/.test(rest)) return !/\+\+|--|(?<![=!<>])=(?!=)/.test(condition);
  const statements = rest
    .replace(/^\{|\}$/g, '')
    .split(';')
    .filter(Boolean);
  const assigned = statements.map((statement) => /^(?:[\w:]+ )*(\w+)=(?!=)(.*)$/.exec(statement));
  if (WRITES.test(condition) || assigned.some((one) => one === null)) return false;
  const names = assigned.map((one) => one![1]!);
  return assigned.every((one) => {
    const value = one![2]!;
    const changes = WRITES.test(value) || TAKES.test(value) || /[{}]/.test(value);
    return READS.test(value) && !changes && !names.some((name) => new RegExp(`\\b${name}\\b`).test(value));
  });
}
