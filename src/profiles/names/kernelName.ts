import { message, type Message } from '../../kernel/message';
import { withoutLaunchNumber } from '../nvprof/device';
import { demangle } from './demangle';

/** A kernel name from a profile, taken apart; what the spelling does not tell is null. */
export interface KernelName {
  readonly spelled: string;
  /** Namespaces and classes around the name, outermost first, without anonymous ones. */
  readonly scope: readonly string[];
  /** The name alone. */
  readonly base: string;
  /** Null when the spelling has none: no template, or arguments left out. */
  readonly templateArguments: readonly string[] | null;
  /** Null when the spelling leaves them out. */
  readonly parameters: readonly string[] | null;
  /** The tool cut the name off; `base` may be a beginning only when nothing follows it. */
  readonly truncated: boolean;
}

const ANONYMOUS = '{anonymous}';

/** Takes any tool's spelling of a kernel apart: mangled, demangled, shortened or cut. */
export function parseKernelName(text: string): KernelName {
  const spelled = withLostBrackets(withoutLaunchNumber(text.trim()));
  return spelled.startsWith('_Z') ? fromMangled(spelled) : fromText(spelled);
}

/** Some runs, of Windows or of Nsight Compute without namespaces, lose the first `<` of every `<unnamed>`. */
function withLostBrackets(text: string): string {
  return /^(?:void\s+)?unnamed>::/.test(text) ? text.replaceAll('unnamed>::', '<unnamed>::') : text;
}

function fromMangled(symbol: string): KernelName {
  const whole = demangle(symbol);
  if (whole === null) return fromPrefix(symbol);
  const path = components(whole.qualifiedName.replaceAll('(anonymous namespace)', ANONYMOUS));
  return {
    spelled: symbol,
    ...path,
    templateArguments: whole.templateArguments,
    parameters: whole.parameters,
    truncated: false,
  };
}

/** Kernel name from the leading source names of a symbol that cannot be read to its end. */
function fromPrefix(symbol: string): KernelName {
  let rest = symbol.replace(/^_ZN?L?/, '');
  const names: string[] = [];
  for (let digits = /^\d+/.exec(rest); digits !== null; digits = /^\d+/.exec(rest)) {
    const end = digits[0].length + Number(digits[0]);
    names.push(rest.slice(digits[0].length, end));
    rest = rest.slice(end);
    if (!symbol.startsWith('_ZN')) break;
  }
  const path = components(names.join('::'));
  return { spelled: symbol, ...path, templateArguments: null, parameters: null, truncated: true };
}

function fromText(spelled: string): KernelName {
  const cut = /(?:\.\.\.|…)$/.test(spelled);
  const text = spelled
    .replace(/(?:\.\.\.|…)$/, '')
    .replace(/^void\s+/, '')
    .replaceAll('(anonymous namespace)', ANONYMOUS)
    .replaceAll('<unnamed>', ANONYMOUS);
  const scan = scanName(text);
  const parameters = scan.parameters === null ? null : splitList(scan.parameters);
  return {
    spelled,
    ...components(scan.path),
    templateArguments: scan.templateArguments === null ? null : splitList(scan.templateArguments),
    parameters: parameters?.length === 1 && parameters[0] === 'void' ? [] : parameters,
    truncated: cut || scan.open,
  };
}

interface Scan {
  /** The qualified name without template arguments. */
  readonly path: string;
  /** The text between the last angle brackets, and between the parentheses. */
  readonly templateArguments: string | null;
  readonly parameters: string | null;
  /** True if a bracket stays open: the name is cut. */
  readonly open: boolean;
}

/** Reads `a::b<…>::c<…>(…)`: names, template arguments of the last one, parameters. */
function scanName(text: string): Scan {
  let path = '';
  let templateArguments: string | null = null;
  let at = 0;
  while (at < text.length) {
    const char = text[at];
    if (char === '<') {
      const end = closing(text, at);
      if (end < 0) return { path, templateArguments: null, parameters: null, open: true };
      templateArguments = text.slice(at + 1, end);
      at = end + 1;
    } else if (char === '(') {
      const end = closing(text, at);
      if (end < 0) return { path, templateArguments, parameters: null, open: true };
      return { path, templateArguments, parameters: text.slice(at + 1, end), open: false };
    } else {
      if (char === ':') templateArguments = null;
      path += char;
      at++;
    }
  }
  return { path, templateArguments, parameters: null, open: false };
}

const CLOSERS: Readonly<Record<string, string>> = { '<': '>', '(': ')', '[': ']', '{': '}' };

/** Index of the bracket that closes the one at `from`, or −1. */
function closing(text: string, from: number): number {
  const stack: string[] = [];
  for (let i = from; i < text.length; i++) {
    const char = text[i] ?? '';
    const closer = CLOSERS[char];
    if (closer !== undefined) stack.push(closer);
    else if (char === stack.at(-1)) {
      stack.pop();
      if (stack.length === 0) return i;
    }
  }
  return -1;
}

/** The items of a list between its outer commas. */
export function splitList(text: string): string[] {
  const items: string[] = [];
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text[i] ?? '';
    if (char in CLOSERS) {
      const end = closing(text, i);
      if (end > 0) i = end;
    } else if (char === ',') {
      items.push(text.slice(from, i).trim());
      from = i + 1;
    }
  }
  const last = text.slice(from).trim();
  return last === '' && items.length === 0 ? [] : [...items, last];
}

function components(path: string): { scope: string[]; base: string } {
  const names = path
    .split('::')
    .map((name) => name.trim())
    // nvcc gives anonymous namespaces and internal symbols names of their own.
    .filter((name) => name !== '' && name !== ANONYMOUS && !/^_(?:GLOBAL__N_|INTERNAL_)/.test(name));
  return { scope: names.slice(0, -1), base: names.at(-1) ?? '' };
}

/** Where a kernel comes from that a compiler or another language made, as far as its name tells. */
export function generatedFrom(base: string): Message | null {
  const patterns: readonly (readonly [RegExp, string])[] = [
    [/^(.+?)_(\d+)_gpu(?:__red)?$/, 'profiles.made.openacc'],
    [/^nvkernel_(.+?)_F\d+L(\d+)_\d+$/, 'profiles.made.openaccOrOpenmp'],
    [/^__omp_offloading_[0-9a-f]+_[0-9a-f]+_(.+)_l(\d+)$/, 'profiles.made.openmp'],
    [/^((?:(?!__FILE_).)+)__FILE_.*_L(\d+)$/, 'profiles.made.julia'],
    [/^(.+)_\d+d\d[\ddce]*()$/, 'profiles.made.triton'],
  ];
  for (const [pattern, what] of patterns) {
    const match = pattern.exec(base);
    if (match === null) continue;
    const name =
      match[1]?.startsWith('_Z') === true ? (demangle(match[1])?.qualifiedName ?? match[1]) : match[1];
    return message(what, { name: name!, line: match[2]! });
  }
  return null;
}
