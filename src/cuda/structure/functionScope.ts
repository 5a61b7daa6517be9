import { argumentType } from '../constants/argumentType';
import { isTypeParameter } from '../constants/classScope';
import { deducedType, parametersOf } from '../constants/deducedType';
import type { Circumstances } from '../constants/memo';
import { Scope, type CallArgument } from '../constants/scope';
import type { FunctionOutline } from './outline';
import { typeParameter } from './typeParameter';
import type { UnitText } from './unitText';

/** The arguments with which a function is called: by position in its (template) parameters. */
export interface Callers {
  argument(outline: FunctionOutline, index: number): readonly CallArgument[] | null;
  templateArgument(outline: FunctionOutline, index: number): readonly CallArgument[] | null;
  /** What answers rest on beside names: the texts, whose question it is, and which calls count at the moment. */
  circumstances(): Circumstances;
  /** Reads something once for each known way in which a function is called, or once where there is none. */
  eachCall(outline: FunctionOutline, read: () => void): void;
}

/** The scope of a function: its template parameters (with defaults) and its parameters. */
export function functionScope(unit: UnitText, outline: FunctionOutline, callers: Callers): Scope {
  const scope = new Scope(outline.scope, unit.macrosIn(outline.body));
  outline.template.forEach(({ name, kind, default: fallback }, index) => {
    if (name === '') return;
    if (isTypeParameter(kind)) {
      scope.define(
        typeParameter(
          name,
          fallback,
          () => callers.circumstances(),
          () => typesGiven(outline, index, callers),
        ),
      );
      return;
    }
    const given = { text: null, calls: () => callers.templateArgument(outline, index) };
    const values = fallback === undefined ? [given] : [{ text: fallback }];
    scope.define({ kind: 'variable', name, type: kind, extents: [], values });
  });
  for (const { name, type } of outline.parameters) {
    if (name !== '') scope.define({ kind: 'variable', name, type, extents: [], values: [] });
  }
  return scope;
}

/** The types that all known calls name for a type parameter, else those that their arguments tell. */
function typesGiven(
  outline: FunctionOutline,
  index: number,
  callers: Callers,
): readonly CallArgument[] | null {
  const named = callers.templateArgument(outline, index);
  if (named !== null) return named;
  const { name } = outline.template[index]!;
  for (const { place, type } of parametersOf(name, outline.parameters)) {
    const told = callers.argument(outline, place)?.map(({ text, scope }) => {
      const given = argumentType(text, scope);
      return { text: given === null ? null : deducedType(name, type, given), scope };
    });
    if (told?.every((one): one is CallArgument => one.text !== null)) return told;
  }
  return null;
}
