import { tokenize } from '../syntax/lexer';
import type { Tokens } from '../syntax/tokens';
import type { CudaWorkspace, FunctionUnit } from '../workspace';
import { callArguments } from './callArguments';
import { calledFunction } from './calledFunction';

/** Whether host functions are called by others of the workspace, as the reader of host code follows calls. */
export class HostCallers {
  private readonly tokens = new Map<FunctionUnit, Tokens>();

  constructor(private readonly workspace: CudaWorkspace) {}

  /** Whether a host function other than itself calls it. */
  isCalled(unit: FunctionUnit): boolean {
    const call = new RegExp(`\\b${unit.name.replace(/\W/g, '\\$&')}\\s*(<[^;{}]*>)?\\s*\\(`);
    return this.workspace
      .filesMentioning(unit.name)
      .some((path) =>
        this.workspace
          .functions(path)
          .some(
            (other) =>
              other !== unit &&
              other.kind === 'host' &&
              other.inactive === null &&
              call.test(bodyOf(other.text)) &&
              this.calls(other, unit),
          ),
      );
  }

  private calls(caller: FunctionUnit, callee: FunctionUnit): boolean {
    let tokens = this.tokens.get(caller);
    if (tokens === undefined) this.tokens.set(caller, (tokens = tokenize(caller.text, false)));
    for (let index = 0; index < tokens.count; index++) {
      if (!tokens.is(index, callee.name)) continue;
      const found = callArguments(tokens, index);
      if (found === null) continue;
      const call = { index, name: callee.name, count: found.args.length };
      if (calledFunction(this.workspace, { unit: caller, tokens }, call).unit === callee) return true;
    }
    return false;
  }
}

function bodyOf(text: string): string {
  return text.slice(text.indexOf('{') + 1);
}
