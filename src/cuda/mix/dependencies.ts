import type { SourceRange } from '../../kernel/source';
import type { KernelEnvironment, MixSources, UnitKey } from './kernelEnvironment';

/** Sources of a reading whose lookups are recorded. */
export interface RecordedSources extends MixSources {
  readonly dependencies?: Dependencies;
}

/** A query that a reading of a kernel may make of its environment. */
export type DependencyQuery =
  | { readonly kind: 'number'; readonly text: string }
  | {
      readonly kind: 'constant';
      readonly unit: UnitKey;
      readonly offset: number;
      readonly text: string;
      readonly bound: readonly (readonly [string, number])[];
    }
  | { readonly kind: 'type' | 'variable' | 'functions'; readonly name: string }
  | { readonly kind: 'pragmas'; readonly unit: UnitKey; readonly offset: number };

interface RecordedRange {
  readonly unit: UnitKey;
  readonly start: number;
  readonly end: number;
  readonly range: SourceRange;
}

/**
 * Queries that one reading of a kernel made, with their answers: while the kernel's text and all answers stay the
 * same, the reading is valid. Places in the source may move together.
 */
export class Dependencies {
  private readonly answers = new Map<
    string,
    { readonly question: DependencyQuery; readonly answer: string }
  >();
  private readonly ranges = new Map<string, RecordedRange>();

  record(question: DependencyQuery, answer: unknown): void {
    const key = JSON.stringify(question);
    if (!this.answers.has(key)) this.answers.set(key, { question, answer: JSON.stringify(answer) });
  }

  recordRange(unit: UnitKey, start: number, end: number, range: SourceRange): void {
    this.ranges.set(`${unit.name} ${unit.place} ${start} ${end}`, { unit, start, end, range });
  }

  /** Equal for equal queries with equal answers, wherever in its file the kernel stands. */
  get fingerprint(): string {
    return JSON.stringify([...this.answers.values()]);
  }

  /** Lines by which all places have moved; null when an answer has changed. */
  lineShift(now: KernelEnvironment): number | null {
    for (const { question, answer } of this.answers.values())
      if (JSON.stringify(answerTo(question, now)) !== answer) return null;
    let lines: number | null = null;
    for (const { unit, start, end, range } of this.ranges.values()) {
      const moved = now.range(unit, start, end);
      lines ??= moved.startLine - range.startLine;
      if (!isMoved(range, moved, lines)) return null;
    }
    return lines ?? 0;
  }
}

function answerTo(question: DependencyQuery, now: KernelEnvironment): unknown {
  switch (question.kind) {
    case 'number':
      return now.number(question.text);
    case 'constant':
      return now.constant(question.unit, question.offset, question.text, new Map(question.bound));
    case 'type':
      return now.namedType(question.name);
    case 'variable':
      return now.globalVariable(question.name);
    case 'functions':
      return now.functions(question.name).map(({ text }) => text);
    case 'pragmas':
      return now.pragmas(question.unit, question.offset);
  }
}

function isMoved(before: SourceRange, after: SourceRange, lines: number): boolean {
  return (
    after.startLine - before.startLine === lines &&
    after.endLine - before.endLine === lines &&
    after.startColumn === before.startColumn &&
    after.endColumn === before.endColumn
  );
}
