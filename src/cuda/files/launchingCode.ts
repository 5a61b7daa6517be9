import { callsGpu } from './gpuCalls';

/** How a function definition begins: its name, its parameters, and what may stand in front of its body. */
const DEFINITION =
  /\b([A-Za-z_]\w*)\s*\([^;{}]{0,1000}\)\s*(?:(?:const|noexcept|override|final)\b\s*)*(?:->[^;{}()]{0,100})?\{/g;
/** A declaration without a body: what is in front of the name ends like a type. */
const DECLARATION = /([\w>]\s+|[*&]\s*)([A-Za-z_]\w*)\s*\([^;{}()]{0,1000}\)\s*;/g;
/** What stands like a type in front of a call. */
const STATEMENT = /\b(?:return|else|new|throw|case|goto|co_return|co_await|co_yield)\s+$/;
const CALL = /\b([A-Za-z_]\w*)\s*(?:<[^;(){}]{0,200}>\s*)?\(/g;
/** Words in front of parentheses that are no names, and the one function that nobody calls. */
const NO_NAMES = new Set(['if', 'for', 'while', 'switch', 'catch', 'main']);

/** A function as far as a look at the text tells. */
interface SeenFunction {
  readonly name: string;
  readonly usesGpu: boolean;
  readonly calls: ReadonlySet<string>;
}

/** A text as far as a look at it tells: what it defines, calls and may declare. */
export class SeenCode {
  private functions: readonly SeenFunction[] | null = null;
  private called: ReadonlySet<string> | null = null;
  private declared: ReadonlySet<string> | null = null;

  constructor(private readonly text: string) {}

  /** Its functions that give the GPU work or order it, or that call functions of some names. */
  launching(names: ReadonlySet<string>): string[] {
    this.functions ??= functionsIn(this.text);
    return this.functions.flatMap(({ name, usesGpu, calls }) =>
      usesGpu || intersects(calls, names) ? [name] : [],
    );
  }

  /** Whether it calls, or declares or defines, a function of one of some names. */
  names(names: ReadonlySet<string>): boolean {
    this.called ??= namesIn(this.text, CALL);
    return intersects(this.called, names);
  }

  /** Names of functions that it declares without their bodies. */
  get declarations(): ReadonlySet<string> {
    return (this.declared ??= declaredIn(this.text));
  }
}

/** Adds the functions of some texts to `names` that give the GPU work or order it, by themselves or by what they call. */
export function addLaunching(names: Set<string>, codes: readonly SeenCode[]): void {
  for (let known = -1; names.size > known;) {
    known = names.size;
    for (const code of codes) for (const name of code.launching(names)) names.add(name);
  }
}

/** Whether two sets have a name in common. */
export function intersects(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  for (const name of some) if (others.has(name)) return true;
  return false;
}

function declaredIn(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { index, 1: type, 2: name } of text.matchAll(DECLARATION)) {
    const before = text.slice(Math.max(0, index - 12), index + type!.length);
    if (!STATEMENT.test(before)) names.add(name!);
  }
  return names;
}

function functionsIn(text: string): readonly SeenFunction[] {
  const starts = [...text.matchAll(DEFINITION)].filter(([, name]) => !NO_NAMES.has(name!));
  return starts.map((start, at) => {
    // Up to where the next one begins.
    const body = text.slice(start.index + start[0].length, starts[at + 1]?.index);
    return { name: start[1]!, usesGpu: callsGpu(body), calls: namesIn(body, CALL) };
  });
}

function namesIn(text: string, what: RegExp): ReadonlySet<string> {
  return new Set([...text.matchAll(what)].map(([, name]) => name!));
}
