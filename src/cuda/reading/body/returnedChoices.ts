import type { Node } from 'web-tree-sitter';
import { namedChildren, ofNode } from '../../syntax/nodes';
import { condition, convertTo } from './operators';
import { lowerExpression } from './expressions';
import { conditionValue, readBranch } from './statements';
import { registerVariable, type KernelState } from './state';
import type { Value } from '../values/graph';
import { F32, type CType } from '../values/types';

/** One of the values that a function returns, with the condition on which it does; null for the last one. */
interface ReturnedChoice {
  /** The statement that it stands in. */
  readonly node: Node;
  readonly test: Node | null;
  readonly value: Node;
}

/** The body of a function that ends with a choice of what to return. */
export interface ChoosingBody {
  /** Statements in front of the choice, which return nothing. */
  readonly front: readonly Node[];
  readonly choices: readonly ReturnedChoice[];
}

/**
 * A body that ends with `if (a) return x; if (b) return y; return z;`, or the same with `else`: to the compiler
 * `a ? x : b ? y : z`. Null for other bodies.
 */
export const choosingBody = ofNode((body): ChoosingBody | null => {
  const nodes = namedChildren(body).filter(({ type }) => type !== 'comment');
  const place = nodes.findIndex((node) => node.descendantsOfType('return_statement').length > 0);
  const choices = place < 0 ? null : choicesOf(nodes.slice(place));
  return choices === null || choices.length < 2 ? null : { front: nodes.slice(0, place), choices };
});

function choicesOf([node, ...rest]: readonly Node[]): readonly ReturnedChoice[] | null {
  if (node === undefined) return null;
  const only = returnedBy(node);
  if (only !== null) return rest.length === 0 ? [{ node, test: null, value: only }] : null;
  if (node.type !== 'if_statement') return null;
  const [test, arm, other] = ['condition', 'consequence', 'alternative'].map((name) =>
    node.childForFieldName(name),
  );
  const value = arm ? returnedBy(arm) : null;
  if (!test || value === null || (other && rest.length > 0)) return null;
  const others = choicesOf(other ? namedChildren(other) : rest);
  return others === null ? null : [{ node, test, value }, ...others];
}

/** What a statement returns that does nothing else; null for other statements. */
function returnedBy(node: Node): Node | null {
  if (node.type === 'return_statement') return namedChildren(node)[0] ?? null;
  const only = node.type === 'compound_statement' ? namedChildren(node) : [];
  return only.length === 1 && only[0]?.type === 'return_statement' ? returnedBy(only[0]) : null;
}

/**
 * Reads the choice at the end of a function.
 *
 * @param returns the type that the function says it returns, where that is a number
 */
export function chosenReturn(
  state: KernelState,
  choices: readonly ReturnedChoice[],
  returns: CType | null,
): Value | null {
  const result = registerVariable('(returned)', F32, null);
  const give = (node: Node): void => {
    const value = lowerExpression(state, node);
    result.value = returns === null ? value : convertTo(state, value, returns);
  };
  state.scopes.push(new Map([[result.name, result]]));
  choose(state, choices, give);
  state.scopes.pop();
  return result.value;
}

function choose(
  state: KernelState,
  [first, ...rest]: readonly ReturnedChoice[],
  give: (value: Node) => void,
): void {
  if (first === undefined) return;
  const { node, test, value } = first;
  if (test === null) return give(value);
  const chosen = condition(state, conditionValue(state, test));
  if (chosen.constant !== null) return chosen.constant === 0 ? choose(state, rest, give) : give(value);
  const others = rest.map((choice) => choice.value);
  readBranch(state, { node, test, arms: [value, ...others] }, chosen, {
    taken: () => give(value),
    others: () => choose(state, rest, give),
  });
}
