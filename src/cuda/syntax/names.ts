/**
 * Pieces of written names, found from their ends: expressions that look for a beginning at every letter take a time
 * that grows with the square of a name's length.
 */

/** The identifier that a text ends with; null where it ends otherwise. */
export function lastIdentifier(text: string): string | null {
  // What goes before decides at once where the name may begin.
  return /(?<![\w$])[A-Za-z_$][\w$]*$/.exec(text)?.[0] ?? null;
}

/**
 * A text without the template arguments that it ends with: what is before the `<` of its last `>`, or before its
 * first `<` where brackets do not go in pairs (`k<(a > b)>`).
 */
export function withoutLastArguments(text: string): string {
  if (!text.endsWith('>')) return text;
  let depth = 0;
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] === '>') depth++;
    else if (text[at] === '<' && --depth === 0) return text.slice(0, at).trimEnd();
  }
  return withoutArguments(text);
}

/** A text that ends with template arguments without all that follows its first `<`. */
export function withoutArguments(text: string): string {
  const at = text.indexOf('<');
  return at >= 0 && text.endsWith('>') ? text.slice(0, at).trimEnd() : text;
}

/** A type without the `&` of a reference. */
export function withoutReference(type: string): string {
  return type.endsWith('&') ? type.slice(0, -1).trimEnd() : type;
}

/** A type in two: what it is of, and the marks of pointers and references that it ends with, blanks taken out. */
export function withMarks(type: string): { readonly base: string; readonly marks: string } {
  let end = type.length;
  while (end > 0 && /[\s*&]/.test(type[end - 1]!)) end--;
  return { base: type.slice(0, end), marks: type.slice(end).replaceAll(/\s/g, '') };
}

/** A name without the blanks around `::`, `<`, `>` and `,`. */
export function closedUp(name: string): string {
  return name.replace(/(::|[<>,])\s+/g, '$1').replace(/(?<!\s)\s+(?=::|[<>,])/g, '');
}

/** A text without what stands from its first `<` to its last `>`. */
export function withoutBrackets(text: string): string {
  const [from, to] = [text.indexOf('<'), text.lastIndexOf('>')];
  return from < 0 || to < from ? text : text.slice(0, from) + text.slice(to + 1);
}

/** A class template by its name, with what stands between its last brackets; null for other names. */
export function templateName(type: string): { readonly name: string; readonly given: string } | null {
  const name = withoutLastArguments(type);
  if (name === type || name === '') return null;
  return { name, given: type.slice(type.indexOf('<', name.length) + 1, -1) };
}
