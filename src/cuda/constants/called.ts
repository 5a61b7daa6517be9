import { withoutArguments } from '../syntax/names';
import { asType, builtinCall, isFromInput, isNoText, optionCall } from './calls';
import { environmentCall } from './environment';
import type { Evaluation } from './evaluation';
import { functionCall } from './functionCall';
import { lambdaCalled } from './lambdaValues';
import { scalarOf } from './resolve';
import type { Scope } from './scope';
import { elementGot } from './tuples';
import { unknownFrom, unknownValue, type Value } from './value';

/** A call as it is written, with its arguments evaluated. */
interface Call {
  readonly path: string;
  readonly args: readonly Value[];
  readonly templateArguments: readonly string[];
  readonly text: string;
}

/** What a call gives: a conversion, a function of the source whose body tells it, or one that is known by its name. */
export function calledValue(
  { path, args, templateArguments, text }: Call,
  scope: Scope,
  evaluation: Evaluation,
): Value {
  const name = templateArguments.length > 0 ? withoutArguments(path).trim() : path;
  if (args.length === 1 && scalarOf(name, scope) !== null) return { ...asType(args[0]!, name, scope), text };
  const found = scope.lookup(name) ?? scope.definedElsewhere(name);
  if (found?.symbol.kind === 'function') {
    const fitting = found.symbol.overloads.filter(({ parameters }) => accepts(parameters, args.length));
    for (const overload of fitting) {
      const value = functionCall(found, overload, args, templateArguments, text, evaluation);
      if (value.unknowns.length === 0) return value;
      if (fitting.length === 1) return optionCall(args, text) ?? value;
    }
  }
  const lambda = found === null ? null : lambdaCalled(found, scope, evaluation);
  if (lambda !== null) return functionCall(lambda.found, lambda.overload, args, [], text, evaluation);
  return (
    environmentCall(name, args, text) ??
    elementGot(name, args, templateArguments) ??
    builtinCall(name, args, text) ??
    optionCall(args, text) ??
    (args.some(isFromInput) ? unknownFrom(args.filter(isNoText), text) : unknownValue(text))
  );
}

function accepts(parameters: readonly { readonly default?: string }[], given: number): boolean {
  const required = parameters.filter((parameter) => parameter.default === undefined).length;
  return given >= required && given <= parameters.length;
}
