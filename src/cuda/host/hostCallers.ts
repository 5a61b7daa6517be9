import { tokenize } from '../syntax/lexer';
import type { Tokens } from '../syntax/tokens';
import type { CudaWorkspace, FunctionUnit } from '../workspace';
import { callArguments } from './callArguments';
import { startsThreads } from './threadStarts';
import { calledFunction, type Caller } from './calledFunction';

/** Whether host functions are called by others of the workspace, as the reader of host code follows calls. */
export class HostCallers {
  private readonly tokens = new Map<FunctionUnit, Tokens>();

  constructor(private readonly workspace: CudaWorkspace) {}

  /** Whether a host function other than itself calls it, or hands it to one that calls what it is handed. */
  isCalled(unit: FunctionUnit): boolean {
    const named = new RegExp(`\\b${unit.name.replace(/\W/g, '\\$&')}\\b`);
    return this.workspace
      .filesMentioning(unit.name)
      .flatMap((path) => this.workspace.functions(path))
      .some(
        (other) =>
          other !== unit &&
          other.kind === 'host' &&
          other.inactive === null &&
          named.test(other.text.slice(other.text.indexOf('{') + 1)) &&
          this.calls(other, unit),
      );
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
