import { evaluateNumber } from '../constants/evaluate';
import type { EvaluationMode } from '../constants/evaluation';
import type { FunctionParameter, Scope } from '../constants/scope';

/** What parameters of a function or lambda stand for while it is followed. */
export interface Bound {
  /** Names that the program knows. */
  readonly aliases: Map<string, string>;
  readonly values: { name: string; value: number }[];
}

/** The names under which a function knows things. */
interface Names {
  stream(text: string, scope: Scope): string;
  canonical(text: string, scope: Scope): string | null;
}

/** What is handed to parameters by a call: where, as it is written, and how it is evaluated. */
export interface HandedOver {
  readonly frame: Names;
  readonly texts: readonly string[];
  readonly scope: Scope;
  readonly mode: EvaluationMode;
}

/** Parameters with what a call hands them: numbers, and what the program knows under other names. */
export function boundTo(
  parameters: readonly FunctionParameter[],
  { frame, texts, scope, mode }: HandedOver,
): Bound {
  const aliases = new Map<string, string>();
  const values: Bound['values'] = [];
  parameters.forEach((parameter, position) => {
    const { name, type } = parameter;
    const isStream = /stream/i.test(name) || /cudaStream_t/.test(type);
    // What is left out stands at another declaration, if not here: of streams that is the default one.
    const text = texts[position] ?? parameter.default ?? (isStream ? '0' : undefined);
    if (text === undefined || name === '') return;
    // A handle that begins as null is no number: it is given one when it is made.
    if (isStream) return void aliases.set(name, frame.stream(text, scope));
    const { value } = evaluateNumber(text, scope, mode);
    if (value !== null) values.push({ name, value });
    else aliases.set(name, frame.canonical(text, scope) ?? text);
  });
  return { aliases, values };
}
