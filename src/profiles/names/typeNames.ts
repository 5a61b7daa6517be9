/** Spellings of one type; typedefs of the standard headers and CUDA are resolved for 64-bit Linux. */
const ALIASES: Readonly<Record<string, string>> = {
  uint: 'unsigned int',
  unsigned: 'unsigned int',
  uint32_t: 'unsigned int',
  int32_t: 'int',
  signed: 'int',
  uint8_t: 'unsigned char',
  uchar: 'unsigned char',
  int8_t: 'signed char',
  uint16_t: 'unsigned short',
  ushort: 'unsigned short',
  int16_t: 'short',
  uint64_t: 'unsigned long',
  int64_t: 'long',
  size_t: 'unsigned long',
  ulong: 'unsigned long',
  ptrdiff_t: 'long',
  half: '__half',
  half2: '__half2',
};

const WORDS_OF_INTEGERS = /^(?:unsigned|signed|char|short|int|long|__int64|__int128)$/;
const BUILTIN =
  /^(?:(?:unsigned |signed )?(?:char|short|int|long|long long|__int128)|void|bool|float|double|wchar_t|__half2?|__nv_bfloat16|(?:u?char|u?short|u?int|u?long|u?longlong|float|double)[1-4]|dim3)$/;

interface PlainType {
  /** The type without qualifiers, pointers, template arguments and namespaces. */
  readonly base: string;
  readonly pointers: number;
  readonly reference: boolean;
}

/** The parts of a type that tell overloads apart; qualifiers do not for what profiles show. */
function plainType(text: string): PlainType {
  const bare = text
    .replaceAll(
      /\b(?:const|volatile|restrict|__restrict__|__restrict|struct|class|enum|typename|__grid_constant__)\b/g,
      ' ',
    )
    .replace(/^([^<]*)<.*>/s, '$1');
  const pointers = (bare.match(/\*|\[/g) ?? []).length;
  const words = bare
    .replaceAll(/\*|&|\[[^[\]]*\]/g, ' ')
    .trim()
    .split(/\s+/);
  return { base: baseOf(words), pointers, reference: bare.includes('&') };
}

function baseOf(words: readonly string[]): string {
  const [first = ''] = words;
  if (words.every((word) => WORDS_OF_INTEGERS.test(word))) return integerType(words);
  const name = words.length === 1 ? (first.split('::').at(-1) ?? first) : words.join(' ');
  return ALIASES[name] ?? name;
}

/** `unsigned`, `long int` and `int unsigned long` under one spelling each. */
function integerType(words: readonly string[]): string {
  const sign = words.includes('unsigned') ? 'unsigned ' : '';
  if (words.includes('char')) return (words.includes('signed') ? 'signed ' : sign) + 'char';
  const longs = words.filter((word) => word === 'long').length + (words.includes('__int64') ? 2 : 0);
  if (words.includes('short')) return `${sign}short`;
  if (words.includes('__int128')) return `${sign}__int128`;
  return sign + (longs === 0 ? 'int' : Array<string>(longs).fill('long').join(' '));
}

/**
 * Tests whether a parameter type of a profile can be that of a source declaration. Null when it cannot
 * be told: one of them may be another name for the other.
 * @param declared the type as the source has it.
 * @param shown the type as the profile has it.
 * @param placeholders names of template parameters: in the source they stand for any type.
 */
export function sameType(declared: string, shown: string, placeholders: ReadonlySet<string>): boolean | null {
  if ((declared.match(/\w+/g) ?? []).some((word) => placeholders.has(word))) return null;
  // Nsight Compute and Nsight Systems write T1, T2 … for a template's own parameter types.
  if (/\bT\d+\b/.test(shown)) return null;
  const [a, b] = [plainType(declared), plainType(shown)];
  if (a.base === b.base && a.pointers === b.pointers && a.reference === b.reference) return true;
  return BUILTIN.test(a.base) && BUILTIN.test(b.base) ? false : null;
}

/** Tests whether a template argument is a value rather than a type: `4`, `int=4`, `(int)4`, `true`. */
export function isValueArgument(text: string): boolean {
  return /^(?:[a-z_ ]+=)?(?:\([^()]*\))?-?\d|^(?:bool=)?(?:true|false)$|^(?:[\w: ]+=)?&/.test(text);
}
