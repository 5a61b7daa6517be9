import { CannotDemangle, piece, textOf, type Piece } from './cursor';
import { TypeReader } from './types';

/** A mangled function name in its parts. */
export interface Demangled {
  /** Namespaces, classes and name, without template arguments. */
  readonly qualifiedName: string;
  /** Template arguments of the function itself; null when it is no template. */
  readonly templateArguments: readonly string[] | null;
  /** Parameter types; null for a name that is no function. */
  readonly parameters: readonly string[] | null;
  /** The whole declaration, without its return type. */
  readonly full: string;
}

/** Longest symbol that is looked at. */
const MAX_SYMBOL = 8192;

const OPERATORS: Readonly<Record<string, string>> = {
  cl: '()',
  ix: '[]',
  pl: '+',
  mi: '-',
  ml: '*',
  dv: '/',
  rm: '%',
  eq: '==',
  ne: '!=',
  lt: '<',
  gt: '>',
  le: '<=',
  ge: '>=',
  aS: '=',
  pL: '+=',
  mI: '-=',
  mL: '*=',
  ls: '<<',
  rs: '>>',
  pp: '++',
  mm: '--',
  ng: '-',
  nt: '!',
  an: '&',
  or: '|',
  aa: '&&',
  oo: '||',
  pt: '->',
  de: '*',
  ad: '&',
};

/** The names of the Itanium C++ ABI's mangling, sections 5.1.2 and 5.1.3. */
class NameReader extends TypeReader {
  whole(): Demangled {
    this.expect('_Z');
    const result = this.encoding();
    // A suffix such as `.constprop.0` is the compiler's.
    if (this.next !== '' && this.next !== '.') this.fail();
    return result;
  }

  protected override encoding(): Demangled {
    const name = this.name();
    this.templateArguments = name.args === null ? [] : this.lastArguments;
    const isData = this.next === '' || this.next === 'E' || this.next === '.';
    // A function template has its return type mangled too.
    if (!isData && name.args !== null) this.type();
    const parameters = isData ? null : this.parameterTypes();
    return {
      qualifiedName: name.plain,
      templateArguments: name.args,
      parameters,
      full: textOf(name) + (parameters === null ? '' : `(${parameters.join(', ')})`),
    };
  }

  protected override name(): Piece {
    return this.nested(() => this.unnestedName());
  }

  private unnestedName(): Piece {
    if (this.next === 'N') return this.nestedName();
    if (this.next === 'Z') return this.localName();
    if (this.next === 'S' && !this.startsWith('St')) {
      const known = this.substitution();
      return this.atArguments() ? this.withArguments(known) : known;
    }
    const inStd = this.take('St');
    const unqualified = this.unqualified();
    const name = inStd ? piece(`std::${unqualified}`) : piece(unqualified);
    return this.next === 'I' ? this.withArguments(this.remember(name)) : name;
  }

  private nestedName(): Piece {
    this.expect('N');
    while (/[rVKRO]/.test(this.next)) this.at++;
    let prefix: Piece | null = null;
    while (!this.take('E')) {
      const isReference = this.next === 'S' || this.next === 'T';
      prefix = this.component(prefix);
      if (this.next !== 'E' && !isReference) this.remember(prefix);
    }
    return prefix ?? this.fail();
  }

  private component(prefix: Piece | null): Piece {
    if (this.next === 'I') return this.withArguments(prefix ?? this.fail());
    if (prefix === null && this.take('St')) return piece('std');
    if (prefix === null && this.next === 'S') return this.substitution();
    if (prefix === null && this.next === 'T') return this.templateParameter();
    const name = this.unqualified();
    return prefix === null ? piece(name) : piece(`${textOf(prefix)}::${name}`, `${prefix.plain}::${name}`);
  }

  /** A name inside a function, such as that of a lambda. */
  private localName(): Piece {
    this.expect('Z');
    const known = this.templateArguments;
    const { full, qualifiedName } = this.encoding();
    this.templateArguments = known;
    this.expect('E');
    const inner = this.take('s') ? piece('string literal') : this.name();
    if (this.take('__')) this.sequence(10);
    else if (/^_\d/.test(this.text.slice(this.at, this.at + 2))) this.at += 2;
    return { ...inner, left: `${full}::${inner.left}`, plain: `${qualifiedName}::${inner.plain}` };
  }

  private unqualified(): string {
    this.take('L');
    const name = this.bareName();
    return this.take('B') ? `${name}[abi:${this.sourceName()}]` : name;
  }

  private bareName(): string {
    if (/\d/.test(this.next)) return this.sourceName();
    if (this.take('Ul')) return this.lambda();
    if (this.take('Ut')) return `{unnamed type#${this.sequence(10) + 1}}`;
    // Constructors and destructors (C1, D1, …) are no kernels and stay unread.
    const operator = OPERATORS[this.text.slice(this.at, this.at + 2)] ?? this.fail();
    this.at += 2;
    return `operator${operator}`;
  }

  private lambda(): string {
    const parameters = this.parameterTypes();
    this.expect('E');
    return `{lambda(${parameters.join(', ')})#${this.sequence(10) + 1}}`;
  }
}

/**
 * Takes a mangled function name (Itanium C++ ABI, which nvcc uses on every platform for device
 * code) apart. Null for text that is no such name or uses parts that are not supported; a
 * result is never a guess.
 */
export function demangle(symbol: string): Demangled | null {
  if (!symbol.startsWith('_Z') || symbol.length > MAX_SYMBOL) return null;
  try {
    return new NameReader(symbol).whole();
  } catch (error) {
    if (error instanceof CannotDemangle) return null;
    throw error;
  }
}
