import { message } from '../../kernel/message';
import { InputError } from '../../kernel/result';
import type { SourceDiagnostic } from '../../kernel/source';
import type { CudaParser, SyntaxNode } from '../syntax/parser';
import type { FunctionUnit } from './functionUnit';

/** An unreadable stretch of a function's text, as offsets. */
interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Findings reported for one function; more say nothing new. */
const MAX_FINDINGS = 10;

/** The outermost error nodes of a tree, and the places where something is missing. */
function errorStretches(root: SyntaxNode): Stretch[] {
  const found: Stretch[] = [];
  const pending = [root];
  for (let node = pending.pop(); node !== undefined && found.length < MAX_FINDINGS; node = pending.pop()) {
    if (node.isError || node.isMissing) found.push({ start: node.startIndex, end: node.endIndex });
    else if (node.hasError) for (const child of node.children.toReversed()) pending.push(child);
  }
  return found;
}

/** Finds code that the grammar cannot read, function by function; remembers functions by their text. */
export class SyntaxCheck {
  private known = new Map<string, Map<string, readonly Stretch[]>>();

  constructor(private readonly parser: CudaParser) {}

  /** The unreadable stretches of the functions of a file that are compiled. */
  check(path: string, units: readonly FunctionUnit[]): SourceDiagnostic[] {
    const before = this.known.get(path);
    const now = new Map<string, readonly Stretch[]>();
    const diagnostics: SourceDiagnostic[] = [];
    for (const unit of units) {
      if (unit.inactive !== null) continue;
      const stretches = before?.get(unit.text) ?? now.get(unit.text) ?? this.parse(unit.text);
      now.set(unit.text, stretches);
      diagnostics.push(...stretches.map((stretch) => diagnosticOf(unit, stretch)));
    }
    this.known.set(path, now);
    return diagnostics;
  }

  forget(path: string): void {
    this.known.delete(path);
  }

  private parse(text: string): readonly Stretch[] {
    try {
      const tree = this.parser.parse(text);
      const stretches = [...tree.skipped, ...(tree.root.hasError ? errorStretches(tree.root) : [])];
      tree.delete();
      return stretches;
    } catch (error) {
      if (error instanceof InputError) return [{ start: 0, end: text.length }];
      throw error;
    }
  }
}

function diagnosticOf(unit: FunctionUnit, { start, end }: Stretch): SourceDiagnostic {
  const { kind, name } = unit;
  return {
    code: 'unparsed-code',
    severity: 'information',
    message: message(kind === 'kernel' ? 'cuda.unparsedKernel' : 'cuda.unparsedFunction', { name }),
    range: unit.rangeOf(start, Math.max(end, start + 1)),
  };
}
