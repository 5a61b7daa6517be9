import { classScope, isTypeParameter } from '../constants/classScope';
import { evaluate } from '../constants/evaluate';
import { evaluateText } from '../constants/expression';
import { outer } from '../constants/resolve';
import { resolvedType } from '../constants/resolvedType';
import type { Scope, TypeSymbol, VariableSymbol } from '../constants/scope';
import { splitText } from '../syntax/braces';
import { templateName } from '../syntax/names';
import { before } from '../../kernel/texts';
import { arrayOf, typeFromText } from '../reading/values/typeText';
import type { ClassNames, CType, StructField, StructType } from '../reading/values/types';

/** Types as sources declare them: aliases, classes, and class templates with their arguments (`Vec<double, 3>`). */
export class DeclaredTypes {
  private readonly known = new Map<string, CType | null>();

  constructor(private readonly scope: Scope) {}

  /** A declared type by its name, in which nothing stands for template parameters any more; null for others. */
  named(name: string): CType | null {
    const known = this.known.get(name);
    if (known !== undefined) return known;
    // A type that contains itself through a pointer must not be expanded for ever.
    this.known.set(name, { kind: 'struct', name, fields: null });
    const type = this.memberType(name, this.scope) ?? this.typeNamed(name, this.scope);
    this.known.set(name, type);
    return type;
  }

  /** The type of a variable or a member, with its extents. */
  declared({ type, extents }: Pick<VariableSymbol, 'type' | 'extents'>, scope = this.scope): CType {
    return arrayOf(
      this.typeOf(type, scope),
      extents.map((extent) => evaluate(extent, scope).value),
    );
  }

  private typeOf(text: string, scope: Scope): CType {
    return typeFromText(text, (name) =>
      scope === this.scope ? this.named(name) : (this.memberType(name, scope) ?? this.typeNamed(name, scope)),
    );
  }

  /** `Traits<float>::type`: what a class calls a type. */
  private memberType(name: string, scope: Scope): CType | null {
    const at = name.lastIndexOf('::');
    if (at <= 0 || name.includes('>', at)) return null;
    const owner = this.typeOf(name.slice(0, at), scope);
    if (owner.kind !== 'struct') return null;
    return owner.names?.types.find(([own]) => own === name.slice(at + 2))?.[1] ?? null;
  }

  private typeNamed(name: string, scope: Scope): CType | null {
    const full = templateName(name) === null ? name : resolvedType(name, scope);
    const template = templateName(full);
    // A specialisation stands under its whole name.
    const found = scope.lookup(full) ?? scope.lookup(before(full, '<'));
    if (found?.symbol.kind !== 'type') return null;
    const { symbol } = found;
    if (symbol.target !== null)
      return symbol.target === name ? null : this.typeOf(symbol.target, outer(found));
    if (scope !== this.scope) return this.named(full);
    return this.classOf(symbol, full, template === null ? [] : splitText(template.given));
  }

  private classOf(symbol: TypeSymbol, name: string, given: readonly string[]): CType {
    const { members, alignment, isUnion, bases = [] } = symbol;
    const bound = classScope(symbol, given, this.scope, evaluateText);
    const scope = bound ?? this.scope;
    const own = members.map((member): StructField => ({
      name: member.name,
      type: this.declared(member, scope),
      ...(/&\s*$/.test(member.type) ? { isReference: true } : {}),
      ...(member.isUnnamed === true ? { isUnnamed: true } : {}),
    }));
    const inherited = bases.map((base) => this.typeOf(base, scope)).filter((base) => base.kind === 'struct');
    const fields = [...inherited.filter((base) => base.fields !== null).map(baseMember), ...own];
    const bytes = alignment === undefined ? null : evaluate(alignment, scope).value;
    return {
      kind: 'struct',
      name,
      fields: fields.length === 0 ? null : fields,
      ...(bytes === null ? {} : { alignment: bytes }),
      ...(isUnion === true ? { isUnion } : {}),
      ...(inherited.length === 0 ? {} : { bases: inherited }),
      ...(bound === null ? {} : this.namesIn(symbol, bound)),
    };
  }

  /** What the parameters and aliases of a class are, for the code of its methods. */
  private namesIn({ template = [] }: TypeSymbol, bound: Scope): { names?: ClassNames } {
    const types: [string, CType][] = [];
    const values: [string, number][] = [];
    for (const symbol of bound.symbols())
      if (symbol.kind === 'type' && symbol.target !== null)
        types.push([symbol.name, this.typeOf(symbol.target, outer({ symbol, scope: bound }))]);
    for (const { name, kind } of template) {
      const value = isTypeParameter(kind) || name === '' ? null : evaluate(name, bound).value;
      if (value !== null) values.push([name, value]);
    }
    if (types.length === 0 && template.length === 0) return {};
    return { names: { parameters: template.map(({ name }) => name), types, values } };
  }
}

/** A base as a member without a name, whose members are the class's own. */
function baseMember(base: StructType): StructField {
  return { name: `(${base.name})`, type: base, isUnnamed: true };
}
