import { lambdaAt } from '../syntax/lambdas';
import { tokenize } from '../syntax/lexer';
import type { Evaluation } from './evaluation';
import type { FunctionOverload, ResolvedSymbol, Scope } from './scope';
import { reaching } from './variables';

/** The lambda that a variable holds, as a function, with the scope that it captures; null where it holds none. */
export function lambdaCalled(
  { symbol, scope: home }: ResolvedSymbol,
  from: Scope,
  evaluation: Evaluation,
): { readonly found: ResolvedSymbol; readonly overload: FunctionOverload } | null {
  if (symbol.kind !== 'variable') return null;
  const { values } = reaching(symbol.values, evaluation, from);
  const [value] = values;
  if (value?.text?.startsWith('[') !== true || values.length > 1) return null;
  const tokens = tokenize(value.text);
  const lambda = lambdaAt(tokens, 0);
  if (lambda === null || lambda.end < tokens.count) return null;
  const { from: first, to } = lambda.body;
  const overload = {
    parameters: lambda.parameters,
    template: [],
    body: tokens.slice(first, to),
    type: 'auto',
  };
  const scope = value.place?.flow.at(value.place.at) ?? home;
  return { found: { symbol, scope }, overload };
}
