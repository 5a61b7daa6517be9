import { splitText } from '../syntax/braces';
import { tokenize } from '../syntax/lexer';
import { withMarks, withoutLastArguments } from '../syntax/names';
import type { Scope } from './scope';
import { resolvedType } from './resolvedType';
import { bareType } from './types';

/** Initialisers, members and casts that are followed, one in the other. */
const MOST_STEPS = 6;
/** `static_cast<T *>(…)`: the type stands in the brackets. */
const NAMED_CAST = /^(?:static|reinterpret|const)_cast\s*<([^()]*)>\s*\(/;
/** `(T *)x`: a pointer mark tells a cast from brackets around an expression. */
const POINTER_CAST = /^\(([\w:<>, ]+\*[* ]*)\)/;
/** What leads from an owner of memory to its first element: `raw_pointer_cast(x.data())`, `x.get()`, `&x[0]`. */
const BEFORE_OWNER = /^(?:thrust::)?raw_pointer_cast\s*\(\s*|^&\s*/;
const OWNER_CALL = /(?:\.|->)(?:data|get|begin)$/;
const PATH = /^[A-Za-z_]\w*(?:(?:\.|->|::)[A-Za-z_]\w*)*/;

/**
 * The type of an expression that is handed over, as written where it is declared and told by names that its callers
 * resolve: a variable, a member, an address, a cast, an element past a pointer, what an owner of memory holds, an object that
 * is made there. Null for everything else.
 */
export function argumentType(text: string, scope: Scope, step = 0): string | null {
  const expression = text.trim();
  if (step > MOST_STEPS) return null;
  const cast = NAMED_CAST.exec(expression)?.[1] ?? POINTER_CAST.exec(expression)?.[1];
  if (cast !== undefined) return resolvedType(cast, scope);
  const owner = ownerIn(expression);
  if (owner !== null) return ownedType(pathType(owner, scope, step));
  if (expression.startsWith('&')) {
    const of = wholePath(expression.slice(1).trim(), scope, step);
    return of === null ? null : `${of} *`;
  }
  const made = typeMade(expression, scope);
  if (made !== null) return made;
  const path = PATH.exec(expression)?.[0];
  if (path === undefined) return null;
  const type = pathType(path, scope, step);
  const rest = expression.slice(path.length).trim();
  // Only a pointer keeps its type when something is added to it.
  return rest === '' || (/^[+-]/.test(rest) && type?.endsWith('*') === true) ? type : null;
}

/** `Scale<float>{2}` and `Pair(a, b)`: an object that is made where it is handed over; null for everything else. */
function typeMade(expression: string, scope: Scope): string | null {
  if (!/^[A-Za-z_].*[)}]$/s.test(expression)) return null;
  const tokens = tokenize(expression, false);
  const open = tokens.partner(tokens.count - 1);
  const name = open <= 0 ? '' : tokens.slice(0, open);
  const found = name === '' ? null : scope.lookup(withoutLastArguments(name));
  return found?.symbol.kind === 'type' ? resolvedType(name, scope) : null;
}

/** The container, or the owning pointer, whose first element an expression is the address of; null for other ones. */
function ownerIn(expression: string): string | null {
  const inner = expression.replace(BEFORE_OWNER, '').replace(BEFORE_OWNER, '');
  const path = PATH.exec(inner)?.[0];
  if (path === undefined) return null;
  const rest = inner.slice(path.length);
  if (rest.startsWith('()') && OWNER_CALL.test(path)) return path.replace(OWNER_CALL, '');
  return rest.startsWith('[0]') && inner !== expression ? path : null;
}

function wholePath(expression: string, scope: Scope, step: number): string | null {
  return PATH.exec(expression)?.[0] === expression ? pathType(expression, scope, step) : null;
}

/** The type of a variable or of a member of one; arrays are pointers to their elements. */
function pathType(path: string, scope: Scope, step: number): string | null {
  const found = scope.lookup(path.replaceAll('->', '.').replace(/^this\./, ''));
  if (found?.symbol.kind === 'variable' && found.symbol.type !== '') {
    const { type, extents, values } = found.symbol;
    if (/^(?:const )?auto\b/.test(type.trim())) {
      const text = values[0]?.text;
      return typeof text === 'string' ? argumentType(text, found.scope, step + 1) : null;
    }
    return declaredType(type, extents, found.scope);
  }
  const cut = Math.max(path.lastIndexOf('.'), path.lastIndexOf('->'));
  if (cut < 0 || step > MOST_STEPS) return null;
  const holder = pathType(path.slice(0, cut), scope, step + 1);
  const name = path.slice(cut).replace(/^(?:\.|->)/, '');
  return holder === null ? null : memberType(holder, name, scope);
}

function memberType(holder: string, name: string, scope: Scope): string | null {
  const found = scope.lookup(withoutLastArguments(withMarks(bareType(holder)).base));
  if (found?.symbol.kind !== 'type') return null;
  const member = found.symbol.members.find((one) => one.name === name);
  return member === undefined ? null : declaredType(member.type, member.extents, found.scope);
}

function declaredType(type: string, extents: readonly string[], scope: Scope): string {
  const resolved = resolvedType(type, scope);
  return extents.length === 0 ? resolved : `${resolved} *`;
}

/** A pointer to the first template argument of a container or of a pointer that owns what it points to. */
function ownedType(type: string | null): string | null {
  if (type === null) return null;
  if (type.endsWith('*')) return type;
  const open = type.indexOf('<');
  if (open < 0) return null;
  const [element = ''] = splitText(type.slice(open + 1, type.lastIndexOf('>')));
  return `${element.replace(/\[\]\s*$/, '').trim()} *`;
}
