import { evaluate } from '../constants/evaluate';
import type { EvaluationMode } from '../constants/evaluation';
import { LOOKED_UP } from '../constants/memo';
import type { Scope } from '../constants/scope';
import { tokenize } from '../syntax/lexer';
import type { CudaWorkspace } from '../workspace';
import type { Frame } from './frame';

/** A loop or block whose rounds, or copies, threads of the host run at the same time. */
export interface Team {
  /** Null where the sources do not tell how many threads there are. */
  readonly threads: number | null;
}

/** Lines of a directive that goes on over several. */
const MOST_LINES = 8;
const NUMBER_CALL = 'omp_get_thread_num';
/** What has threads of a team do different things, or wait for each other. */
const TURNS = /\bomp\s+(?:for|sections?|single|master|masked|critical|ordered|barrier|task)\b/;

/** Directives of OpenMP, which stand in the source alone: what is read of a function has no directives. */
export class OpenMp {
  private set: number | null = null;

  constructor(
    private readonly workspace: CudaWorkspace,
    private readonly mode: EvaluationMode,
  ) {}

  /** `omp_set_num_threads(n)` is called. */
  setThreads(text: string, scope: Scope): void {
    this.set = evaluate(text, scope, this.mode).value;
  }

  /** The team that runs the loop or block which begins at `index` and ends in front of `end`; null where none does. */
  teamAt(frame: Frame, index: number, end: number): Team | null {
    const isLoop = frame.tokens.is(index, 'for');
    const lines = this.workspace.linesOf(frame.unit.path);
    const first = frame.location(index).line;
    const directive = directiveAbove(lines, first);
    if (!/\bomp\s+parallel\b/.test(directive) || isLoop !== /\bfor\b/.test(directive)) return null;
    if (TURNS.test(lines.slice(first - 1, frame.location(end - 1).line).join('\n'))) return null;
    const clause = clauseIn(directive, 'num_threads');
    const threads = clause === null ? this.set : evaluate(clause, frame.scopeAt(index), this.mode).value;
    return { threads };
  }

  /** Runs `act` where code asks a thread of a team for its number. */
  asThread(scope: Scope, thread: number, act: () => void): void {
    let file = scope;
    while (file.parent !== null) file = file.parent;
    const body = `return ${thread};`;
    const before = file.own(NUMBER_CALL);
    file.define({
      kind: 'function',
      name: NUMBER_CALL,
      overloads: [{ parameters: [], template: [], body, type: 'int' }],
    });
    LOOKED_UP.change(NUMBER_CALL);
    act();
    if (before === undefined) file.remove(NUMBER_CALL);
    else file.define(before);
    LOOKED_UP.change(NUMBER_CALL);
  }
}

/** The directive in front of a line, as one; empty where there is none. */
function directiveAbove(lines: readonly string[], line: number): string {
  let last = line - 2;
  while (last >= 0 && lines[last]!.trim() === '') last--;
  for (let from = last; from >= 0 && from > last - MOST_LINES; from--) {
    if (/^\s*#\s*pragma\b/.test(lines[from]!))
      return lines
        .slice(from, last + 1)
        .map((each) => each.replace(/\\\s*$/, ''))
        .join(' ');
    if (!lines[from - 1]?.trimEnd().endsWith('\\')) return '';
  }
  return '';
}

/** What stands between the brackets of a clause; null where the directive has none of that name. */
function clauseIn(directive: string, name: string): string | null {
  const tokens = tokenize(directive.slice(Math.max(0, directive.indexOf(name))), false);
  const close = tokens.is(0, name) && tokens.is(1, '(') ? tokens.partner(1) : -1;
  return close < 0 ? null : tokens.slice(2, close);
}
