import type { CodeAssumption } from '../../kernel/codeAssumption';
import type { FirstNumber } from '../../kernel/origin';
import type { Words } from '../../kernel/message';
import type { SourceRange } from '../../kernel/source';

/** Something that the source does not tell and that was taken for granted. */
export interface LoweringAssumption extends CodeAssumption {
  /** Where the question arises; null for the launch. */
  readonly range: SourceRange | null;
  /** Name under which the user may set the number: an argument, `trips_i`, `share_mask`; null when no number does. */
  readonly parameter: string | null;
  readonly value: number | null;
  /** Set where the number is that of the first turn of a loop, or of the first call of a function. */
  readonly ofFirst?: FirstNumber;
  /** A function whose instructions are left out: what is counted and timed is the least. */
  readonly omits?: string;
  /** A type whose objects lie in memory and whose size no declaration tells: what is counted is of other addresses. */
  readonly undeclared?: string;
  /** Set where something of the code counts as what it is not, since it is not modelled: what counts as what, in short. */
  readonly countedAs?: Words;
  /** Set where nothing tells a size that a loop runs to: data decide nothing about it. */
  readonly isSize?: true;
  /** Set where data decide how often a loop runs or a branch is taken, and nobody has told: the number is a guess. */
  readonly isGuess?: boolean;
}
