/** An entry of a compilation database (`compile_commands.json`). */
export interface CompileEntry {
  /** Folder in which the compiler runs; paths of the entry are relative to it. */
  readonly directory: string;
  readonly file: string;
  /** The compiler and its arguments. */
  readonly arguments: readonly string[];
}

/** What a command says about reading its source. */
export interface CompileCommand {
  /** Absolute, with `/`. */
  readonly file: string;
  /** Macros in the order of the command: their replacement, and null for one that is undefined (`-U`). */
  readonly defines: ReadonlyMap<string, string | null>;
  /** Folders in which includes are looked for, in that order; absolute, with `/`. */
  readonly includeFolders: readonly string[];
}

/** Makes the default stream one of each host thread, which waits for no other (CUDA Programming Guide). */
export const PER_THREAD_MACRO = 'CUDA_API_PER_THREAD_DEFAULT_STREAM';

const DEFINE = /^(?:-D|--define-macro(?:=|$)|\/D)(.*)$/s;
const UNDEFINE = /^(?:-U|--undefine-macro(?:=|$)|\/U)(.*)$/s;
/** What has nvcc define `CUDA_API_PER_THREAD_DEFAULT_STREAM` (its manual, "--default-stream"). */
const DEFAULT_STREAM = /^--?default-stream(?:=(.*)|)$/s;
const INCLUDE =
  /^(?:-I=?|-isystem=?|-iquote|-idirafter|--include-path(?:=|$)|--system-include(?:=|$)|\/I)(.*)$/s;

/** Reads include folders and definitions off a command, as gcc, clang, nvcc and MSVC write them. */
export function compileCommand({ directory, file, arguments: given }: CompileEntry): CompileCommand {
  const defines = new Map<string, string | null>();
  const includeFolders: string[] = [];
  for (let at = 0; at < given.length; at++) {
    const valueOf = (pattern: RegExp): string | null => {
      const [, value] = pattern.exec(given[at]!) ?? [];
      if (value === undefined) return null;
      return value === '' ? (given[++at] ?? '') : value;
    };
    const defined = valueOf(DEFINE);
    const undefinedName = defined === null ? valueOf(UNDEFINE) : null;
    const folder = defined === null && undefinedName === null ? valueOf(INCLUDE) : null;
    const stream = DEFAULT_STREAM.exec(given[at]!);
    if (stream !== null) {
      if ((stream[1] ?? given[++at]) === 'per-thread') defines.set(PER_THREAD_MACRO, '1');
    } else if (defined !== null) {
      const [, name, body] = /^([^=]*)(?:=(.*))?$/s.exec(defined)!;
      defines.set(name!, body ?? '1');
    } else if (undefinedName !== null) defines.set(undefinedName, null);
    else if (folder !== null) includeFolders.push(absolute(folder, directory));
  }
  return { file: absolute(file, directory), defines, includeFolders };
}

function absolute(path: string, directory: string): string {
  const plain = path.replaceAll('\\', '/');
  const isAbsolute = plain.startsWith('/') || /^[a-z]:\//i.test(plain);
  return withoutDots(isAbsolute ? plain : `${directory.replaceAll('\\', '/')}/${plain}`);
}

/** `/a/./b/../c` as `/a/c`. */
function withoutDots(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..' && parts.length > 1) parts.pop();
    else if (part !== '.' && (part !== '' || parts.length === 0)) parts.push(part);
  }
  return parts.join('/');
}

/**
 * The words of a command line: quotes group, a backslash takes the next character as it is.
 * @param isWindows there a backslash is a part of paths, except in front of a quote
 */
export function wordsOf(command: string, isWindows: boolean): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let quote = '';
  for (let at = 0; at < command.length; at++) {
    const char = command[at]!;
    const escapes = char === '\\' && quote !== "'" && (!isWindows || command[at + 1] === '"');
    if (escapes && at + 1 < command.length) word = (word ?? '') + command[++at]!;
    else if (quote !== '' && char === quote) quote = '';
    else if (quote === '' && (char === '"' || (char === "'" && !isWindows))) {
      quote = char;
      word ??= '';
    } else if (quote === '' && /\s/.test(char)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? '') + char;
  }
  return word === null ? words : [...words, word];
}
