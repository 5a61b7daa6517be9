import type { PtxCursor } from './cursor';
import type { PtxFunction, PtxInstruction, PtxSpace, PtxVariable, RegisterDeclaration } from './module';
import { registerTypeBits, variables } from './variables';

type Body = Pick<PtxFunction, 'instructions' | 'labels' | 'targets' | 'variables' | 'registers'>;

/** Names that a block in braces declares, in the block around it. */
interface Scope {
  readonly outer: Scope | null;
  /** Behind the names of inner blocks, so that they are names of their own; empty for the whole body. */
  readonly suffix: string;
  readonly names: Set<string>;
  /** `%r` of `.reg .b32 %r<9>`. */
  readonly prefixes: Set<string>;
}

interface Raw {
  readonly scope: Scope;
  readonly guard: { readonly register: string; readonly negated: boolean } | null;
  readonly opcode: readonly string[];
  readonly operands: readonly string[];
  readonly line: number;
}

const SPACES: Readonly<Record<string, PtxSpace>> = {
  '.local': 'local',
  '.shared': 'shared',
  '.param': 'param',
  '.const': 'const',
  '.global': 'global',
};
const LINES = new Set(['.loc', '.file']);
/** Blocks in blocks beyond which a text is no program. */
const DEEPEST = 200;

/** Reads the body of a function: declarations, labels and instructions. */
export class FunctionBody {
  private readonly raw: Raw[] = [];
  private readonly labels = new Map<string, number>();
  private readonly lists: { readonly name: string; readonly scope: Scope; readonly labels: string[] }[] = [];
  private readonly found: PtxVariable[] = [];
  private readonly registers = new Map<string, RegisterDeclaration>();
  private blocks = 0;
  private depth = 0;

  constructor(
    private readonly cursor: PtxCursor,
    private readonly parameters: readonly PtxVariable[],
  ) {}

  /** What a declaration without a body has. */
  static none(): Body {
    return { instructions: [], labels: new Map(), targets: new Map(), variables: [], registers: new Map() };
  }

  read(): Body {
    const scope = this.scope(null);
    for (const { name } of this.parameters) scope.names.add(name);
    this.block(scope);
    const targets = this.lists.map(
      ({ name, scope: own, labels }) =>
        [resolved(name, own), labels.map((label) => resolved(label, own))] as const,
    );
    return {
      instructions: this.raw.map(finished),
      labels: this.labels,
      targets: new Map(targets),
      variables: this.found,
      registers: this.registers,
    };
  }

  private scope(outer: Scope | null): Scope {
    const suffix = this.blocks++ === 0 ? '' : `#${this.blocks - 1}`;
    return { outer, suffix, names: new Set(), prefixes: new Set() };
  }

  private block(scope: Scope): void {
    const { cursor } = this;
    if (++this.depth > DEEPEST) throw cursor.fault('cuda.ptxNotRead', { what: '{' });
    cursor.expect('{');
    while (!cursor.takes('}')) this.statement(scope);
    this.depth--;
  }

  private statement(scope: Scope): void {
    const { cursor } = this;
    const word = cursor.peek();
    if (word === ';') cursor.next();
    else if (word === '{') this.block(this.scope(scope));
    else if (LINES.has(word)) cursor.skipLine();
    else if (word === '.pragma') while (cursor.next() !== ';');
    else if (word === '.reg') this.declareRegisters(scope);
    else if (SPACES[word] !== undefined) this.declareVariables(scope, SPACES[word]);
    else if (/^[A-Za-z_$%][\w$]*$/.test(word) && cursor.peek(1) === ':') this.label(scope);
    else this.instruction(scope);
  }

  private declareRegisters(scope: Scope): void {
    const { cursor } = this;
    cursor.next();
    const bits = registerTypeBits(cursor);
    do {
      const name = cursor.expectLike(/^[A-Za-z_$%][\w$]*$/, 'register');
      let count: number | null = null;
      if (cursor.takes('<')) {
        count = cursor.integer();
        cursor.expect('>');
      }
      (count === null ? scope.names : scope.prefixes).add(name);
      this.registers.set(name + scope.suffix, { bits, count });
    } while (cursor.takes(','));
    cursor.expect(';');
  }

  private declareVariables(scope: Scope, space: PtxSpace): void {
    this.cursor.next();
    for (const variable of variables(this.cursor, space)) {
      scope.names.add(variable.name);
      this.found.push({ ...variable, name: variable.name + scope.suffix });
    }
    this.cursor.expect(';');
  }

  private label(scope: Scope): void {
    const { cursor } = this;
    const { line } = cursor;
    const name = cursor.next();
    cursor.expect(':');
    scope.names.add(name);
    if (cursor.takes('.branchtargets')) {
      const labels = [cursor.next()];
      while (cursor.takes(',')) labels.push(cursor.next());
      this.lists.push({ name, scope, labels });
      cursor.expect(';');
    } else if (cursor.peek() === '.callprototype' || cursor.peek() === '.calltargets') {
      while (cursor.next() !== ';');
    } else {
      const own = name + scope.suffix;
      if (this.labels.has(own)) throw cursor.fault('cuda.ptxTwice', { name }, line);
      this.labels.set(own, this.raw.length);
    }
  }

  private instruction(scope: Scope): void {
    const { cursor } = this;
    const { line } = cursor;
    const guard = cursor.takes('@') ? this.guard() : null;
    const opcode = cursor.expectLike(/^[a-z][\w.:]*$/, 'instruction').split('.');
    this.raw.push({ scope, guard, opcode, operands: this.operands(), line });
  }

  private guard(): NonNullable<PtxInstruction['guard']> {
    const negated = this.cursor.takes('!');
    return { register: this.cursor.expectLike(/^[A-Za-z_$%]/, 'predicate'), negated };
  }

  /** Operands up to the semicolon: commas inside braces, brackets and parentheses belong to one. */
  private operands(): string[] {
    const { cursor } = this;
    const parts: string[] = [''];
    const open: string[] = [];
    for (let text = cursor.next(); text !== ';'; text = cursor.next()) {
      const closing = { '{': '}', '[': ']', '(': ')' }[text];
      if (closing !== undefined) open.push(closing);
      else if (/^[}\])]$/.test(text) && open.pop() !== text) throw this.misplaced(text);
      if (text === ',' && open.length === 0) parts.push('');
      else {
        const last = parts.length - 1;
        if (/[\w$]$/.test(parts[last]!) && /^[\w$%.]/.test(text)) throw this.misplaced(text);
        parts[last] += text;
      }
    }
    if (open.length > 0) throw this.misplaced(';');
    return parts.length === 1 && parts[0] === '' ? [] : parts;
  }

  private misplaced(found: string): Error {
    return this.cursor.fault('cuda.ptxExpected', { expected: ';', found }, this.cursor.lineBefore);
  }
}

function finished({ scope, guard, opcode, operands, line }: Raw): PtxInstruction {
  return {
    guard: guard && { ...guard, register: resolved(guard.register, scope) },
    opcode,
    operands: operands.map((text) => text.replace(NAME, (name) => resolved(name, scope))),
    line,
  };
}

/** Names in an operand: what follows a digit belongs to a number. */
const NAME = /(?<![\w$%.#])[A-Za-z_$%][\w$]*/g;

/** A name as the innermost block that declares it has it. */
function resolved(name: string, scope: Scope): string {
  const prefix = name.replace(/(?<!\d)\d+$/, '');
  for (let at: Scope | null = scope; at !== null; at = at.outer)
    if (at.names.has(name) || (prefix !== name && at.prefixes.has(prefix))) return name + at.suffix;
  return name;
}
