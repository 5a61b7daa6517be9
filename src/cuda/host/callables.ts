import type { Scope } from '../constants/scope';
import type { Frame } from './frame';
import { lambdaAt, type Lambda } from '../syntax/lambdas';

/** A lambda with the function whose variables it sees. */
export interface Closure {
  readonly frame: Frame;
  readonly lambda: Lambda;
  /** Its name for messages. */
  readonly name: string;
}

/** Lambdas of a program by the names of the variables that they are given to, and which of them were called. */
export class Callables {
  private readonly known = new Map<string, Closure>();
  private readonly met = new Set<Lambda>();
  private unnamed = 0;

  /** The lambda that begins at `index` where it is given to a variable: its body is code of whoever calls that. */
  given(frame: Frame, index: number): Lambda | null {
    const { tokens } = frame;
    const lambda = lambdaAt(tokens, index);
    if (lambda === null || !tokens.is(index - 1, '=') || !tokens.isIdentifier(index - 2)) return null;
    if (!/^[;,]$/.test(tokens.at(lambda.end))) return null;
    this.know(frame, tokens.at(index - 2), frame.scopeAt(index), lambda);
    return lambda;
  }

  /** The name of a lambda that is handed over, as an argument that begins at `index`; null for other arguments. */
  handedOver(frame: Frame, index: number, scope: Scope): string | null {
    const lambda = lambdaAt(frame.tokens, index);
    if (lambda === null) return null;
    const name = `lambda_${++this.unnamed}`;
    this.know(frame, name, scope, lambda);
    return name;
  }

  /** The variable in front of the `=` at `index` is another name of the lambda behind it. */
  assigned(frame: Frame, index: number): void {
    const { tokens } = frame;
    if (!tokens.isIdentifier(index - 1) || !tokens.isIdentifier(index + 1) || !tokens.is(index + 2, ';'))
      return;
    const scope = frame.scopeAt(index);
    const closure = this.of(frame, tokens.at(index + 1), scope);
    if (closure !== null) this.know(frame, tokens.at(index - 1), scope, closure.lambda, closure.frame);
  }

  /** The lambda that an expression names. */
  of(frame: Frame, text: string, scope: Scope): Closure | null {
    const name = /^[A-Za-z_]\w*$/.test(text) ? frame.canonical(text, scope) : null;
    return name === null ? null : (this.known.get(name) ?? null);
  }

  called({ lambda }: Closure): void {
    this.met.add(lambda);
  }

  /** Those that nothing is known to have called. */
  get uncalled(): readonly Closure[] {
    return [...this.known.values()].filter(({ lambda }) => !this.met.has(lambda));
  }

  private know(frame: Frame, name: string, scope: Scope, lambda: Lambda, home = frame): void {
    const known = frame.canonical(name, scope);
    if (known !== null) this.known.set(known, { frame: home, lambda, name });
  }
}
