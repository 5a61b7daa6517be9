/** Columns of a table by name, as its CREATE statement declares them. */
export interface TableColumns {
  readonly names: readonly string[];
  /** The column that is an alias of the row number, −1 for none. */
  readonly rowid: number;
}

const COMMENTS = /--[^\n]*|\/\*[\s\S]*?\*\//g;
const CONSTRAINT = /^(?:CONSTRAINT|PRIMARY\s+KEY|UNIQUE|CHECK|FOREIGN\s+KEY)\b/i;
const NAME = /^(?:"((?:[^"]|"")*)"|`([^`]*)`|\[([^\]]*)\]|'([^']*)'|([^\s,()]+))/;
/** Only this spelling of the type makes a column the row number (sqlite.org/lang_createtable.html#rowid). */
const ROW_NUMBER = /^\s+INTEGER\b.*\bPRIMARY\s+KEY\b(?!\s+DESC)/is;

/** The columns of a CREATE TABLE statement. Nsight Systems comments each column, with commas in the comments. */
export function columnsOf(sql: string): TableColumns {
  const names: string[] = [];
  let rowid = -1;
  for (const part of partsOf(sql.replace(COMMENTS, ' '))) {
    const text = part.trim();
    const match = CONSTRAINT.test(text) ? null : NAME.exec(text);
    if (match === null) continue;
    const name = match.slice(1).find((group) => group !== undefined) ?? '';
    if (ROW_NUMBER.test(text.slice(match[0].length))) rowid = names.length;
    names.push(name.replaceAll('""', '"'));
  }
  return { names, rowid };
}

/** Quoted names and texts: their commas and parentheses separate nothing. */
const QUOTED = /"[^"]*"?|'[^']*'?|`[^`]*`?|\[[^\]]*\]?/g;

/** What stands between the outer parentheses, cut at the commas that are in no inner ones. */
function partsOf(sql: string): string[] {
  const bare = sql.replace(QUOTED, (quoted) => '_'.repeat(quoted.length));
  const open = bare.indexOf('(');
  const parts: string[] = [];
  if (open < 0) return parts;
  let depth = 0;
  let from = open + 1;
  for (let i = open; i < bare.length; i++) {
    const sign = bare[i];
    if (sign === '(') depth++;
    else if (sign === ')') depth--;
    if (depth > 1 || (sign !== ',' && depth > 0)) continue;
    parts.push(sql.slice(from, i));
    from = i + 1;
    if (depth === 0) break;
  }
  return parts;
}
