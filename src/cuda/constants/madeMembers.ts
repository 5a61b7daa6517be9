import { withoutTrailing } from '../../kernel/texts';
import { bracedList, splitText } from '../syntax/braces';
import { asType } from './calls';
import type { Evaluation } from './evaluation';
import { Scope, type AssignedValue, type FunctionParameter, type TypeSymbol } from './scope';
import { bareType } from './types';
import type { Value } from './value';

/** An object as it is made: `Type(a, b)`, `new Type(a, b)`, `Type{a, b}`. */
interface MadeObject {
  readonly type: string;
  readonly given: readonly string[];
}

/**
 * What the constructor of an object's class makes of the arguments that stand in `text`, for one member. Null where no
 * initialiser list of a constructor with as many parameters tells.
 * @param declared the type that the object is declared with
 */
export function madeMember(
  text: string,
  declared: string,
  name: string,
  scope: Scope,
  evaluation: Evaluation,
): Value | null {
  const object = madeObject(text, declared);
  const found = object === null ? null : scope.lookup(object.type);
  if (object === null || found?.symbol.kind !== 'type') return null;
  const { statics } = found.symbol as TypeSymbol;
  const member = statics?.own(name);
  if (statics === undefined || member?.kind !== 'variable') return null;
  const made = member.values.flatMap((value: AssignedValue) => value.made ?? []);
  const chosen = made.filter(({ parameters }) => accepts(parameters, object.given.length));
  const [only] = chosen;
  if (only === undefined || chosen.length > 1) return null;
  const bound = new Scope(statics);
  only.parameters.forEach((parameter, place) => {
    const argument = object.given[place];
    const value =
      argument === undefined
        ? evaluation.evaluate(parameter.default!, statics)
        : evaluation.evaluate(argument, scope);
    bound.define({ kind: 'bound', name: parameter.name, value: asType(value, parameter.type, statics) });
  });
  return evaluation.within(statics, () => evaluation.evaluate(only.text, bound));
}

function accepts(parameters: readonly FunctionParameter[], count: number): boolean {
  return (
    count <= parameters.length &&
    parameters.slice(count).every((parameter) => parameter.default !== undefined)
  );
}

function madeObject(text: string, declared: string): MadeObject | null {
  const own = withoutTrailing(bareType(declared), '*& ');
  const braces = bracedList(text);
  if (braces !== null) return { type: bareType(braces.type) || own, given: braces.elements };
  const [, type, list] = /^\s*(?:new\s+)?([A-Za-z_][\w:]*)\s*\(([\s\S]*)\)\s*$/.exec(text) ?? [];
  // `Type t(a)` has its only argument as its text.
  if (type === undefined || list === undefined) return { type: own, given: [text] };
  return { type: bareType(type), given: splitText(list).filter((part) => part.trim() !== '') };
}
