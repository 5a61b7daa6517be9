import { Cursor, piece, textOf, type Piece } from './cursor';

const BUILTIN: Readonly<Record<string, string>> = {
  v: 'void',
  w: 'wchar_t',
  b: 'bool',
  c: 'char',
  a: 'signed char',
  h: 'unsigned char',
  s: 'short',
  t: 'unsigned short',
  i: 'int',
  j: 'unsigned int',
  l: 'long',
  m: 'unsigned long',
  x: 'long long',
  y: 'unsigned long long',
  n: '__int128',
  o: 'unsigned __int128',
  f: 'float',
  d: 'double',
  e: 'long double',
  g: '__float128',
  z: '...',
};

const TWO_LETTERS: Readonly<Record<string, string>> = {
  Dh: 'half',
  Di: 'char32_t',
  Ds: 'char16_t',
  Du: 'char8_t',
  Da: 'auto',
  Dn: 'decltype(nullptr)',
};

const STANDARD: Readonly<Record<string, string>> = {
  Sa: 'std::allocator',
  Sb: 'std::basic_string',
  Ss: 'std::string',
  Si: 'std::istream',
  So: 'std::ostream',
  Sd: 'std::iostream',
};

/** Suffix of an integer literal; other types are written as a cast. */
const LITERAL_SUFFIX: Readonly<Record<string, string>> = {
  i: '',
  j: 'u',
  l: 'l',
  m: 'ul',
  x: 'll',
  y: 'ull',
};

/** An argument of a template: a type or value, or a pack of them. */
type TemplateArgument = Piece | readonly Piece[];

const isPack = (argument: TemplateArgument): argument is readonly Piece[] => Array.isArray(argument);

/**
 * The types of the Itanium C++ ABI's mangling, section 5.1.5 "Type encodings", with template
 * arguments (5.1.4) and substitutions (5.1.10). Expressions and decltype are not supported.
 */
export abstract class TypeReader extends Cursor {
  /** Arguments of the function template, which `T_`, `T0_` … stand for. */
  protected templateArguments: readonly TemplateArgument[] = [];
  /** Which element of a pack the type of a pack expansion is read for. */
  private element = 0;
  private packSize: number | null = null;

  /** A class or enumeration name. */
  protected abstract name(): Piece;
  protected abstract encoding(): { readonly full: string; readonly parameters: readonly string[] | null };

  protected type(): Piece {
    return this.nested(() => this._type());
  }

  private _type(): Piece {
    const builtin = BUILTIN[this.next];
    if (builtin !== undefined) {
      this.at++;
      return piece(builtin);
    }
    switch (this.next) {
      case 'P':
        return this.pointer('*');
      case 'R':
        return this.pointer('&');
      case 'O':
        return this.pointer('&&');
      case 'K':
        return this.qualified(' const');
      case 'V':
        return this.qualified(' volatile');
      case 'r':
        return this.qualified(' __restrict__');
      case 'A':
        return this.remember(this.array());
      case 'F':
        return this.remember(this.function());
      case 'M':
        return this.remember(this.memberPointer());
      case 'T':
        return this.templateParameter();
      case 'D':
        return this.extended();
      case 'u':
        this.at++;
        return this.remember(piece(this.sourceName()));
      default:
        return this.className();
    }
  }

  /** A bare back reference is known already; every other name may be referred to later. */
  private className(): Piece {
    if (this.next !== 'S' || this.startsWith('St')) return this.remember(this.name());
    const known = this.substitution();
    return this.atArguments() ? this.remember(this.withArguments(known)) : known;
  }

  protected atArguments(): boolean {
    return this.next === 'I';
  }

  private pointer(sign: string): Piece {
    this.at++;
    return this.remember(withDeclarator(this.type(), sign));
  }

  private qualified(qualifier: string): Piece {
    this.at++;
    const inner = this.type();
    // Substituted for a template parameter, a constant type may be made constant again.
    if (inner.declarator === undefined && inner.right === '' && inner.left.endsWith(qualifier))
      return this.remember(inner);
    return this.remember(
      inner.declarator === 'function'
        ? { ...inner, right: inner.right + qualifier }
        : { ...inner, left: inner.left + qualifier },
    );
  }

  private array(): Piece {
    this.expect('A');
    const size = /^\d/.test(this.next) ? String(this.number()) : '';
    this.expect('_');
    const element = this.type();
    return {
      ...piece(element.left),
      right: ` [${size}]${element.right.trimStart()}`,
      declarator: 'array',
    };
  }

  private function(): Piece {
    this.expect('F');
    this.take('Y');
    const result = this.type();
    const parameters = this.parameterTypes();
    this.expect('E');
    return { ...piece(textOf(result)), right: ` (${parameters.join(', ')})`, declarator: 'function' };
  }

  private memberPointer(): Piece {
    this.expect('M');
    const owner = textOf(this.type());
    return withDeclarator(this.type(), `${owner}::*`);
  }

  /** Parameter types up to the end of the function type; `v` stands for none. */
  protected parameterTypes(): string[] {
    if (this.take('v')) return [];
    const parameters: string[] = [];
    while (this.next !== '' && this.next !== 'E' && this.next !== '.')
      parameters.push(...(this.take('Dp') ? this.expansion() : [textOf(this.type())]));
    return parameters;
  }

  /** A pack expansion: its pattern is read once for each element of the pack in it. */
  private expansion(): string[] {
    const [start, known] = [this.at, this.substitutions.length];
    const texts: string[] = [];
    for (let element = 0; ; element++) {
      [this.at, this.element, this.packSize] = [start, element, null];
      if (element > 0) this.substitutions.length = known;
      const text = textOf(this.type());
      const size: number = this.packSize ?? 1;
      if (element < size) texts.push(text);
      if (element + 1 >= size) break;
    }
    this.element = 0;
    return texts;
  }

  /** `T_`, `T0_`, …: the argument that it stands for. */
  protected templateParameter(): Piece {
    this.expect('T');
    const argument = this.templateArguments[this.sequence(10)] ?? this.fail();
    if (isPack(argument)) this.packSize = argument.length;
    const used = isPack(argument) ? (argument[this.element] ?? piece('')) : argument;
    const found = this.remember(used);
    return this.next === 'I' ? this.remember(this.withArguments(found)) : found;
  }

  private extended(): Piece {
    const known = TWO_LETTERS[this.text.slice(this.at, this.at + 2)];
    if (known !== undefined) {
      this.at += 2;
      return piece(known);
    }
    if (this.take('DF16b')) return piece('std::bfloat16_t');
    this.expect('DF');
    const bits = this.number();
    this.expect('_');
    return piece(`_Float${bits}`);
  }

  /** `S_`, `S0_`, … or an abbreviation of the standard library. */
  protected substitution(): Piece {
    const standard = STANDARD[this.text.slice(this.at, this.at + 2)];
    if (standard !== undefined) {
      this.at += 2;
      return piece(standard);
    }
    this.expect('S');
    return this.substitutions[this.sequence(36)] ?? this.fail();
  }

  /** `<length><identifier>`. */
  protected sourceName(): string {
    const length = this.number();
    const name = this.text.slice(this.at, this.at + length);
    if (length === 0 || name.length < length) this.fail();
    this.at += length;
    return /^_GLOBAL_[_.$]N/.test(name) ? '(anonymous namespace)' : name;
  }

  /** The template with the arguments that follow. */
  protected withArguments(template: Piece): Piece {
    this.lastArguments = this.arguments();
    const args = this.lastArguments.flatMap((each) => (isPack(each) ? each : [each])).map(textOf);
    const list = args.join(', ');
    return {
      left: `${template.left}<${list}${list.endsWith('>') ? ' ' : ''}>`,
      right: '',
      plain: template.plain,
      args,
    };
  }

  /** The template arguments that were read last. */
  protected lastArguments: readonly TemplateArgument[] = [];

  private arguments(): TemplateArgument[] {
    this.expect('I');
    const found: TemplateArgument[] = [];
    while (!this.take('E')) found.push(this.take('J') ? this.pack() : this.argument());
    return found;
  }

  private pack(): Piece[] {
    const elements: Piece[] = [];
    while (!this.take('E')) elements.push(this.argument());
    return elements;
  }

  private argument(): Piece {
    if (this.take('XadL_Z')) return this.address('EE');
    return this.next === 'L' ? this.nested(() => this.literal()) : this.type();
  }

  private address(end: string): Piece {
    const known = this.templateArguments;
    const { full, parameters } = this.encoding();
    this.templateArguments = known;
    this.expect(end);
    return piece(parameters === null ? `&${full}` : `&(${full})`);
  }

  private literal(): Piece {
    this.expect('L');
    if (this.take('_Z')) return this.address('E');
    const code = this.next;
    const type = textOf(this.type());
    const digits = /^n?[0-9a-z]*/.exec(this.text.slice(this.at))?.[0] ?? '';
    this.at += digits.length;
    this.expect('E');
    const value = digits.replace(/^n/, '-');
    if (code === 'b') return piece(value === '1' ? 'true' : 'false');
    const suffix = LITERAL_SUFFIX[code];
    return piece(suffix === undefined ? `(${type})${value}` : value + suffix);
  }
}

/** The type with a pointer or reference sign, inside the parentheses where it needs them. */
function withDeclarator(inner: Piece, sign: string): Piece {
  if (inner.declarator === undefined) {
    // A reference to a reference collapses: && is only kept on &&.
    if (inner.right === '' && inner.left.endsWith('&') && sign.startsWith('&'))
      return sign === '&' && inner.left.endsWith('&&') ? piece(inner.left.slice(0, -1)) : piece(inner.left);
    const space = sign.includes('::') ? ' ' : '';
    return { ...piece(inner.left + space + sign), right: inner.right };
  }
  return {
    ...piece(`${inner.left} (${sign}`),
    right: `)${inner.declarator === 'function' ? inner.right.trimStart() : inner.right}`,
  };
}
