import { lineAndText } from '../../kernel/codeAssumption';
import { message } from '../../kernel/message';
import type { Lowering } from '../../cuda/workspace';
import type { DecidedBy } from '../../fitting/calibrate';
import type { FreeParameterValues } from '../../fitting/freeParameters';

/** A number that the source leaves open and a profile decides. */
interface FittedNumber {
  readonly value: number;
  readonly by: Exclude<DecidedBy, 'kept'>;
}

/** What a profile chose for a kernel, by the names that its lowering asks for. */
export interface FittedNumbers {
  /** File and line of the profile. */
  readonly profile: string;
  readonly numbers: Readonly<Record<string, FittedNumber>>;
}

/** Free parameters that simulations beside profiles have decided, by the keys of their tasks. */
export type FittedValues = Readonly<Record<string, FreeParameterValues>>;

/** What is said of a number, by the counters in whose likeness it was chosen. */
const CHOSEN: Readonly<Record<FittedNumber['by'], string>> = {
  counts: 'analysis.chosenForCounts',
  simulation: 'analysis.chosenForTraffic',
};

type Lowered = Extract<Lowering, { kind: 'lowered' }>;

/** The program with fitted numbers in place of what is assumed, and what was chosen in it. */
export function withFitted(
  assumed: Lowered,
  fitted: FittedNumbers | null,
  lower: (numbers: FreeParameterValues) => Lowering | null,
): { readonly lowered: Lowered; readonly chosen: Lowered['assumptions'] } {
  const found = assumed.assumptions.flatMap((former) => {
    const { parameter } = former;
    const number = parameter === null ? undefined : fitted?.numbers[parameter];
    return number === undefined ? [] : [{ ...former, parameter: parameter!, ...number }];
  });
  if (fitted === null || found.length === 0) return { lowered: assumed, chosen: [] };
  const lowered = lower(Object.fromEntries(found.map(({ parameter, value }) => [parameter, value])));
  // Numbers that give a program at the launch of the profile need not give one at this launch.
  if (lowered?.kind !== 'lowered') return { lowered: assumed, chosen: [] };
  const chosen = found.map(({ by, ...former }) => ({
    ...former,
    isGuess: false,
    line: null,
    text: message(CHOSEN[by], {
      name: former.parameter,
      value: former.value,
      profile: fitted.profile,
      otherwise: lineAndText(former),
    }),
  }));
  return { lowered, chosen };
}
