import { tokenize } from '../syntax/lexer';
import type { Tokens } from '../syntax/tokens';
import type { CudaWorkspace, FunctionUnit } from '../workspace';
import { callArguments } from './callArguments';
import { startsThreads } from './threadStarts';
import { calledFunction, type Caller } from './calledFunction';

/** Whether host functions are called by others of the workspace, as the reader of host code follows calls. */
export class HostCallers {
  private readonly tokens = new Map<FunctionUnit, Tokens>();
  private readonly names: ReadonlySet<string>;
  /** Host functions by the names of `units` that stand in their bodies, by the functions of a file. */
  private readonly naming = new Map<readonly FunctionUnit[], ReadonlyMap<string, readonly FunctionUnit[]>>();

  /** @param units those that are asked about */
  constructor(
    private readonly workspace: CudaWorkspace,
    units: readonly FunctionUnit[],
  ) {
    this.names = new Set(units.map(({ name }) => name));
  }

  /** Whether a host function other than itself calls it, or hands it to one that calls what it is handed. */
  isCalled(unit: FunctionUnit): boolean {
    return this.workspace
      .filesMentioning(unit.name)
      .flatMap((path) => this.thoseNaming(unit.name, this.workspace.functions(path)))
      .some((other) => other !== unit && this.calls(other, unit));
  }

  /** The host functions of a file in whose bodies a name stands. */
  private thoseNaming(name: string, units: readonly FunctionUnit[]): readonly FunctionUnit[] {
    let known = this.naming.get(units);
    if (known === undefined) this.naming.set(units, (known = this.namingIn(units)));
    return known.get(name) ?? [];
  }

  private namingIn(units: readonly FunctionUnit[]): ReadonlyMap<string, readonly FunctionUnit[]> {
    const found = new Map<string, FunctionUnit[]>();
    for (const unit of units.filter(({ kind, inactive }) => kind === 'host' && inactive === null))
      for (const name of this.namesIn(unit.text.slice(unit.text.indexOf('{') + 1))) {
        const known = found.get(name);
        if (known === undefined) found.set(name, [unit]);
        else known.push(unit);
      }
    return found;
  }

  /** An operator, which is no single word, is not called by its name. */
  private namesIn(body: string): ReadonlySet<string> {
    return new Set(body.match(/\w+/g)?.filter((word) => this.names.has(word)));
  }

  private calls(caller: FunctionUnit, callee: FunctionUnit): boolean {
    const tokens = this.tokensOf(caller);
    for (let index = 0; index < tokens.count; index++) {
      if (!tokens.is(index, callee.name)) continue;
      const found = callArguments(tokens, index);
      if (
        found === null
          ? this.hands({ unit: caller, tokens }, index, callee)
          : this.means({ unit: caller, tokens }, index, callee)
      )
        return true;
    }
    return false;
  }

  /** Whether the call whose name stands at `index` is one of a function. */
  private means(caller: Caller, index: number, callee: FunctionUnit): boolean {
    const count = callArguments(caller.tokens, index)!.args.length;
    return calledFunction(this.workspace, caller, { index, name: callee.name, count }).unit === callee;
  }

  /** Whether a function that is named at `index` is an argument of a call, for a parameter that is called there. */
  private hands(caller: Caller, index: number, callee: FunctionUnit): boolean {
    const { tokens } = caller;
    if (!/^[(,&]$/.test(tokens.at(index - 1)) || !/^[),<]$/.test(tokens.at(index + 1))) return false;
    const seen = [callee.path, caller.unit.path].some((path) =>
      this.workspace.functionsNamed(callee.name, path).includes(callee),
    );
    if (!seen) return false;
    for (let open = index - 1; open > 0; open--) {
      if (!tokens.is(open, '(') || tokens.partner(open) < index || !tokens.isIdentifier(open - 1)) continue;
      const found = callArguments(tokens, open - 1);
      const at = found?.args.findIndex(({ from, to }) => from <= index && index < to) ?? -1;
      if (found === null || at < 0) return false;
      const call = { index: open - 1, name: tokens.at(open - 1), count: found.args.length };
      if (startsThreads(tokens, open)) return true;
      const { unit } = calledFunction(this.workspace, caller, call);
      const parameter = unit?.outline.parameters[at]?.name;
      return parameter !== undefined && new RegExp(`\\b${parameter}\\s*\\(`).test(unit!.text);
    }
    return false;
  }

  private tokensOf(unit: FunctionUnit): Tokens {
    let tokens = this.tokens.get(unit);
    if (tokens === undefined) this.tokens.set(unit, (tokens = tokenize(unit.text, false)));
    return tokens;
  }
}
