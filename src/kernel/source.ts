import type { Words } from './message';
import type { SourceLocation } from './origin';

/** A range in a text file: lines 1-based, columns 0-based UTF-16 units, end exclusive. */
export interface SourceRange {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Severity of a diagnostic, as VS Code names them. */
export type Severity = 'error' | 'warning' | 'information' | 'hint';

/** Another place that a finding is about, and what of it stands there. */
export interface RelatedPlace {
  readonly location: SourceLocation;
  readonly message: Words;
}

/** A finding about a source file. `code` is a stable kebab-case id. */
export interface SourceDiagnostic {
  readonly code: string;
  readonly severity: Severity;
  readonly message: Words;
  readonly range: SourceRange;
  /** Absent where one place tells it all. */
  readonly related?: readonly RelatedPlace[];
}

/** Code of a program that may give the GPU work and was not read. */
export interface UnreadCode {
  readonly what: Words;
  readonly location: SourceLocation;
  /**
   * Set where what is listed is told of without it: for all behind as many calls as are listed, for further rounds of
   * a loop, and for callers.
   */
  readonly isRest?: true;
  /** Names whose numbers would tell it; absent for none. */
  readonly open?: readonly string[];
}

/** A finding about an input that is not source text (profiles, scenarios, models). */
export interface InputWarning {
  readonly code: string;
  readonly message: Words;
  readonly location?: SourceLocation;
}
