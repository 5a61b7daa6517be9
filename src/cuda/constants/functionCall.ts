import { asType, isNoText } from './calls';
import { typedValue } from './localObjects';
import type { Evaluation } from './evaluation';
import { returnedValue } from './functionBody';
import { Scope, type FunctionOverload, type ResolvedSymbol } from './scope';
import { unknownFrom, unknownValue, type Value } from './value';

/** The value of a call of a function whose body is known; unknown with the arguments' unknowns. */
export function functionCall(
  found: ResolvedSymbol,
  overload: FunctionOverload,
  args: readonly Value[],
  templateArguments: readonly string[],
  text: string,
  evaluation: Evaluation,
): Value {
  const scope = boundScope(found, overload, args, templateArguments, evaluation);
  const result = evaluation.within(found.symbol, () => returnedValue(overload.body, scope, evaluation));
  if (result === null) return unknownValue(text);
  if (result.unknowns.length > 0) return unknownFrom(args.filter(isNoText), text);
  return { ...typedValue(result, overload.type, scope, evaluation), text };
}

/** A scope in which the parameters of a function stand for their arguments. */
export function boundScope(
  found: ResolvedSymbol,
  overload: FunctionOverload,
  args: readonly Value[],
  templateArguments: readonly string[],
  evaluation: Evaluation,
): Scope {
  const scope = new Scope(found.scope);
  overload.template.forEach((parameter, index) => {
    const given = templateArguments[index] ?? parameter.default;
    if (given === undefined) return;
    if (/^(typename|class)\b/.test(parameter.type)) {
      scope.define({ kind: 'type', name: parameter.name, target: given, members: [] });
    } else {
      scope.define({ kind: 'bound', name: parameter.name, value: evaluation.evaluate(given, found.scope) });
    }
  });
  overload.parameters.forEach((parameter, index) => {
    const value = args[index] ?? evaluation.evaluate(parameter.default ?? parameter.name, found.scope);
    scope.define({ kind: 'bound', name: parameter.name, value: asType(value, parameter.type, scope) });
  });
  return scope;
}
