import { closing } from './block/kernelText';

const STORE = String.raw`(?:=(?!=)|[-+*/%&|^]=|<<=|>>=|\+\+|--)`;
const STORES = new RegExp(`^${STORE}`);
const USES = /^(?:[;,)\]}?:<>*/%&|^+-]|[=!]=)/;
/** In front of an element: its address, a step, or a reference that is made of it, of its parts or its members. */
const TAKES = /(?:^|[^\w)\]&])&$|\+\+$|--$|&(?:\w*|\[[^\]]*\])=$|&\w+\{$|&\w+:$/;
/** Behind an element: it is one of two of which one is stored to, `(c ? p[i] : q[i]) = 1`. */
const CHOSEN_STORE = new RegExp(String.raw`^:[^;]*\)${STORE}`);
/** Statements, and functions of CUDA that take numbers by value. */
const BY_VALUE =
  /^(?:if|while|for|switch|return|float|double|int|__?f?(?:abs|max|min)f?|f?(?:abs|max|min|ma)f?|(?:r?sqrt|cbrt|exp|exp2|exp10|expm1|log|log2|log10|log1p|pow|sin|cos|tan|a?sinh?|a?cosh?|a?tanh?|atan2|floor|ceil|round|rint|trunc|fmod|hypot|erfc?|is(?:nan|inf))f?|__(?:expf|logf|log2f|powf|sinf|cosf|fdividef|ldg|shfl\w*)|__half2float|__float2half)$/;

/**
 * Whether all that a kernel does with a pointer is to load elements of it: `… p[i] …`, nowhere stored to, referred to
 * or handed to a function that might.
 *
 * @param text as `kernelText` has it
 */
export function isOnlyRead(text: string, name: string): boolean {
  return [...text.matchAll(new RegExp(`(?<![\\w.>])${name}\\b`, 'g'))].every(({ index }) => {
    const open = index + name.length;
    const end = text[open] === '[' ? closing(text, open) : -1;
    const front = text.slice(0, index);
    const behind = text.slice(end + 1).replace(/^(?:\.\w+)+/, '');
    if (end < 0 || TAKES.test(front) || !USES.test(behind)) return false;
    if (STORES.test(behind.replace(/^\)+/, '')) || CHOSEN_STORE.test(behind)) return false;
    const isArgument = /[(,]$/.test(front) && /^[,)]/.test(behind);
    return !isArgument || isByValue(front);
  });
}

/** Whether the innermost bracket that is open behind a text hands on values. */
function isByValue(front: string): boolean {
  let depth = 0;
  for (let at = front.length - 1; at >= 0; at--) {
    if (')]}'.includes(front[at]!)) depth++;
    else if ('([{'.includes(front[at]!) && depth-- === 0) {
      const callee = nameBefore(front, at);
      return (
        front[at] === '(' && (callee === '' ? !/[>\])]/.test(front[at - 1] ?? '') : BY_VALUE.test(callee))
      );
    }
  }
  return false;
}

function nameBefore(text: string, at: number): string {
  let from = at;
  while (from > 0 && /\w/.test(text[from - 1]!)) from--;
  return text.slice(from, at);
}
