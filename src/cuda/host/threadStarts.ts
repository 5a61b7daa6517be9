import type { Scope } from '../constants/scope';
import type { Tokens } from '../syntax/tokens';
import { calledFrom } from './assignment';
import type { RuntimeCall } from './deviceCalls';

/** What a call has a thread of the host do. */
export interface ThreadStart {
  /** The function, as it is written: a name, or the place of a lambda among the arguments. */
  readonly name: string;
  /** Its place among the arguments of the call. */
  readonly place: number;
  /** What it is handed. */
  readonly texts: readonly string[];
  /** The object whose method it is, as written; null for others. */
  readonly object: string | null;
}

const THREAD = /\bj?thread\b/;
const POLICY = /^(?:std\s*::\s*)?launch\s*::/;
const LOOSE = /^(?:std\s*::\s*)?(?:ref|cref|move)\s*\((.*)\)$/s;
/** What waits for a thread to end. */
const ENDS = /^(?:join|pthread_join|get|wait)$/;

const TURNS =
  /\b(?:lock_guard|unique_lock|scoped_lock|\w*mutex\w*|condition_variable|barrier|latch|semaphore|omp\s+critical)\b/;

/** Whether code of a thread waits for other threads or holds them up. */
export const takesTurns = (text: string): boolean => TURNS.test(text);

export const endsThread = (name: string): boolean => ENDS.test(name);

/** `std::thread t(f, a);`, `threads.emplace_back(f, a)`, `std::async(f, a)`, `pthread_create(&t, 0, f, a)`; null for others. */
export function threadStart(call: RuntimeCall): ThreadStart | null {
  const place = functionPlace(call);
  const text = place === null ? undefined : call.texts[place]?.trim();
  if (place === null || text === undefined || text === '') return null;
  const isMethod = /^&\s*(?:\w+\s*::\s*)+\w+$/.test(text);
  const rest = call.texts.slice(place + 1).map((each) => LOOSE.exec(each.trim())?.[1] ?? each);
  const object = isMethod && rest.length > 0 ? rest[0]!.replace(/^&/, '') : null;
  return { name: text.replace(/^&\s*/, ''), place, texts: object === null ? rest : rest.slice(1), object };
}

function functionPlace({ frame, index, name, texts, scope }: RuntimeCall): number | null {
  if (name === 'pthread_create') return 2;
  if (name === 'async') return POLICY.test(texts[0]?.trim() ?? '') ? 1 : 0;
  if (THREAD.test(name)) return 0;
  const { tokens } = frame;
  if (name === 'emplace_back')
    return isOfThreads(tokens.slice(calledFrom(tokens, index), index - 1), scope) ? 0 : null;
  // A variable that is declared here, by itself or behind others.
  const isDeclared = tokens.is(index - 1, ',') || THREAD.test(tokens.at(index - 1));
  const symbol = isDeclared ? scope.lookup(name)?.symbol : undefined;
  return symbol?.kind === 'variable' && THREAD.test(symbol.type) ? 0 : null;
}

function isOfThreads(list: string, scope: Scope): boolean {
  const symbol = scope.lookup(list.replace(/^this\s*->\s*/, ''))?.symbol;
  return symbol?.kind === 'variable' && THREAD.test(symbol.type);
}

/** Whether the call whose arguments begin at `open` may be one that starts a thread, by its name or by what it declares. */
export function startsThreads(tokens: Tokens, open: number): boolean {
  const name = tokens.at(open - 1);
  return (
    /^(?:pthread_create|async|emplace_back)$/.test(name) ||
    [name, tokens.at(open - 2)].some((one) => THREAD.test(one))
  );
}
