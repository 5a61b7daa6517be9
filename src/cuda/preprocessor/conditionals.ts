import { message, type Words } from '../../kernel/message';
import { evaluateText } from '../constants/expression';
import { Scope } from '../constants/scope';
import type { Directive } from './directives';
import type { Macro, MacroLookup } from './macros';

interface Group {
  /** The text around the group is active. */
  readonly outer: boolean;
  /** A branch of the group was taken. */
  taken: boolean;
  active: boolean;
  /** Why the current branch is not active. */
  reason: Words;
  readonly opened: number;
}

/** Replaces `defined X`, `defined(X)` and the `__has_…` operators by 0 or 1. */
function resolveDefined(text: string, lookup: MacroLookup): string {
  return text
    .replace(/\bdefined\s*(?:\(\s*([A-Za-z_]\w*)\s*\)|([A-Za-z_]\w*))/g, (_, a?: string, b?: string) =>
      lookup(a ?? b ?? '') === undefined ? ' 0 ' : ' 1 ',
    )
    .replace(/\b__has_(include|cpp_attribute|builtin|feature|attribute)\s*\([^()]*\)/g, ' 0 ');
}

/** What a condition came to, and the macros that it was made of. */
interface Tested {
  readonly macros: ReadonlyMap<string, Macro | undefined>;
  readonly result: boolean;
}

/** Conditions that are kept: all of a large library's headers. */
const MOST_CONDITIONS = 20_000;
const tested = new Map<string, Tested>();

/**
 * Tests whether an `#if` condition holds. The conditions of a header are met once for each file that includes it, nearly
 * always with the same macros.
 */
function holds(condition: string, lookup: MacroLookup): boolean {
  const before = tested.get(condition);
  if (before !== undefined && isSame(before, lookup)) return before.result;
  const macros = new Map<string, Macro | undefined>();
  const result = evaluated(condition, (name) => {
    const macro = lookup(name);
    macros.set(name, macro);
    return macro;
  });
  if (tested.size >= MOST_CONDITIONS) tested.clear();
  tested.set(condition, { macros, result });
  return result;
}

function isSame({ macros }: Tested, lookup: MacroLookup): boolean {
  for (const [name, macro] of macros) if (lookup(name) !== macro) return false;
  return true;
}

/** A condition that cannot be evaluated counts as false. */
function evaluated(condition: string, lookup: MacroLookup): boolean {
  const number = evaluateText(resolveDefined(condition, lookup), new Scope(null, lookup), {
    undefinedIsZero: true,
  }).number;
  return number !== null && number !== 0;
}

function doesNotHold({ kind, text }: Directive): Words {
  return message('cuda.conditionFails', { directive: `#${kind} ${text}` });
}

/** The nesting of `#if` groups while a file is read. */
export class Conditionals {
  private readonly groups: Group[] = [];
  /** Grows with every branch that begins or ends in text that is itself active. */
  branchCount = 0;

  constructor(private readonly lookup: MacroLookup) {}

  /** True if the current text is compiled. */
  get active(): boolean {
    return this.groups.at(-1)?.active ?? true;
  }

  /** Why it is not: the innermost condition that fails, as a phrase. */
  get reason(): Words {
    return this.groups.at(-1)?.reason ?? '';
  }

  /** Offset of the innermost `#if` that is still open; null when all are closed. */
  get open(): number | null {
    return this.groups.at(-1)?.opened ?? null;
  }

  /** Takes a conditional directive; false for one without its `#if`. */
  take(directive: Directive): boolean {
    switch (directive.kind) {
      case 'if':
      case 'ifdef':
      case 'ifndef':
        this.enter(directive);
        return true;
      case 'elif':
      case 'elifdef':
      case 'elifndef':
      case 'else':
        return this.branch(directive);
      case 'endif':
        return this.leave();
      default:
        return true;
    }
  }

  private leave(): boolean {
    const group = this.groups.pop();
    if (group?.outer === true) this.branchCount++;
    return group !== undefined;
  }

  private test(directive: Directive): boolean {
    if (directive.kind === 'else') return true;
    if (directive.kind === 'if' || directive.kind === 'elif') return holds(directive.text, this.lookup);
    const name = /^[A-Za-z_$][\w$]*/.exec(directive.text)?.[0] ?? '';
    return (this.lookup(name) === undefined) === directive.kind.endsWith('ndef');
  }

  private enter(directive: Directive): void {
    const outer = this.active;
    if (outer) this.branchCount++;
    const active = outer && this.test(directive);
    const reason = active ? '' : outer ? doesNotHold(directive) : this.reason;
    this.groups.push({ outer, taken: active, active, reason, opened: directive.start });
  }

  private branch(directive: Directive): boolean {
    const group = this.groups.at(-1);
    if (group === undefined) return false;
    if (!group.outer) return true;
    this.branchCount++;
    group.active = !group.taken && this.test(directive);
    if (group.active) group.reason = '';
    else if (group.taken) group.reason = message('cuda.earlierBranch');
    else group.reason = doesNotHold(directive);
    group.taken ||= group.active;
    return true;
  }
}
