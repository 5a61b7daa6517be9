import type { Tokens } from '../syntax/tokens';

/** What may stand between a type and the name that it is given to. */
const DECLARATOR = new Set(['*', '&', '&&', 'const']);
/** What may follow a name where it is declared. */
const DECLARED = new Set([';', '=', '(', '{', ',', ')', '[', ':']);
/** What a declaration of several names stands behind. */
const BEFORE_DECLARATION = new Set([';', '{', '}', '(']);
/** Words in front of a name that are no type. */
const NO_TYPE = new Set(['return', 'new', 'delete', 'auto', 'else', 'case', 'goto', 'throw', 'typename']);

interface Qualified {
  readonly qualifiedName: string;
}

/** The class or namespace that a function is of; null for a free one. */
export function classOf({ qualifiedName }: Qualified): string | null {
  return qualifiedName.split('::').at(-2) ?? null;
}

/**
 * The class or namespace whose function is called by the name at `index`: the written one, that of the object, or the
 * caller's own; null for free functions, undefined where nothing tells the object's.
 */
export function calledClass(tokens: Tokens, index: number, caller: Qualified): string | null | undefined {
  // Of an element of an array that of the array.
  const place = tokens.is(index - 2, ']') ? tokens.partner(index - 2) - 1 : index - 2;
  const object = tokens.at(place);
  switch (tokens.at(index - 1)) {
    case '::':
      return object;
    case '.':
    case '->':
      if (object === 'this') return classOf(caller);
      return tokens.isIdentifier(place) ? declaredType(tokens, place) : undefined;
    default:
      return classOf(caller);
  }
}

/** The type that a name was last declared with before `index`, without namespaces and template arguments. */
function declaredType(tokens: Tokens, index: number): string | undefined {
  const name = tokens.at(index);
  for (let at = index - 1; at > 0; at--) {
    if (!tokens.is(at, name) || !DECLARED.has(tokens.at(at + 1))) continue;
    const type = typeBefore(tokens, at);
    if (tokens.isIdentifier(type) && !NO_TYPE.has(tokens.at(type))) return tokens.at(type);
  }
  return undefined;
}

/** Where the type of a declared name stands: in front of it, or of the first name of its declaration. */
function typeBefore(tokens: Tokens, declared: number): number {
  let type = declared - 1;
  while (DECLARATOR.has(tokens.at(type))) type--;
  if (tokens.is(type, ',')) {
    while (type > 0 && !BEFORE_DECLARATION.has(tokens.at(type))) type--;
    return type + 1;
  }
  if (tokens.is(type, '>')) while (type > 0 && !tokens.is(type, '<')) type--;
  return tokens.is(type, '<') ? type - 1 : type;
}
