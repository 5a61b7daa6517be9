import type { Node } from 'web-tree-sitter';
import type { KernelState, Lambda, Variable } from './state';

/** A lambda that is written here. */
export function lambdaHere(state: KernelState, node: Node): Lambda {
  return { node, scopes: [...state.scopes] };
}

/** The lambda that an argument of a call is, or names; null for any other argument. */
export function passedLambda(state: KernelState, argument: Node): Lambda | null {
  if (argument.type === 'lambda_expression') return lambdaHere(state, argument);
  return argument.type === 'identifier' ? (state.lookup(argument.text)?.lambda ?? null) : null;
}

/** Does something with other scopes in sight. */
export function seenFrom<Result>(
  state: KernelState,
  scopes: readonly Map<string, Variable>[],
  action: () => Result,
): Result {
  const outer = state.scopes;
  state.scopes = [...scopes];
  const result = action();
  state.scopes = outer;
  return result;
}
