import { message } from '../../kernel/message';
import * as v from 'valibot';
import { EMPTY, numberBetween, schemaFault, wholeNumber } from '../../kernel/validation';

const cycles = wholeNumber(0, 100000);

/** Constraints that are times of the memory cells and their periphery: their cycles follow the clock. */
const timed = {
  nCL: cycles,
  nCWL: cycles,
  nRCDRD: cycles,
  nRCDWR: cycles,
  nRP: cycles,
  nRAS: cycles,
  nRC: cycles,
  nWR: cycles,
  nRTP: cycles,
  nRRDS: cycles,
  nRRDL: cycles,
  nWTRS: cycles,
  nWTRL: cycles,
  nFAW: cycles,
  nREFI: wholeNumber(1, 1000000),
  nRFC: cycles,
};

/** Constraints that count clocks of the interface whatever their length. */
const clocked = {
  nBL: wholeNumber(1, 16),
  nCCDS: cycles,
  nCCDL: cycles,
  /** Precharge to precharge of another bank; 1 where the standard has no such constraint. */
  nPPD: wholeNumber(1, 100),
};

/** Names of the parameters whose cycles change with the clock. */
export const TIMED_PARAMETERS = Object.keys(timed) as (keyof typeof timed)[];

/** Masks of banks are 32-bit words. */
const MAX_BANKS = 32;

/**
 * Timing of a DRAM channel in cycles of its command clock, under JEDEC's names with `n` for `t`. `S` and `L`
 * are the short (another bank group) and long (same bank group) forms; `nRTP` is the long form.
 */
const fields = v.strictObject({
  name: v.pipe(v.string(), v.minLength(1, EMPTY)),
  /** Memory type, e.g. `GDDR5`. */
  standard: v.pipe(v.string(), v.minLength(1, EMPTY)),
  /** Which table of constraints holds: commands on one bus, or row and column commands on their own. */
  protocol: v.picklist(['gddr', 'hbm', 'hbm3']),
  bankGroups: wholeNumber(1, 16),
  banksPerGroup: wholeNumber(1, 32),
  /** Cycles that an activate occupies its command bus. */
  activateCommandCycles: wholeNumber(1, 4),
  /** Command clock period in picoseconds. */
  tCKps: numberBetween(50, 10000),
  ...timed,
  ...clocked,
  /** Where the values come from. */
  source: v.pipe(v.string(), v.minLength(1, EMPTY)),
  /** The table that the values were scaled from, where this memory has no public timing of its own. */
  scaledFrom: v.optional(v.string()),
});

/** Schema of a timing table; cycles are those of the command clock. */
export const dramTimingSchema = v.pipe(
  fields,
  v.check(
    (timing) => bankCount(timing) <= MAX_BANKS,
    schemaFault(message('simulator.moreBanks', { max: MAX_BANKS })),
  ),
  v.check((timing) => timing.nREFI > 2 * timing.nRFC, schemaFault(message('simulator.refreshesOnly'))),
);

/** Timing table of a memory device. */
export type DramTiming = v.InferOutput<typeof dramTimingSchema>;

/** Names of the parameters that are numbers of cycles. */
export type TimingParameter = keyof typeof timed | keyof typeof clocked;

/** Banks of a channel; bank `b` belongs to group `b % bankGroups`. */
export function bankCount(timing: { readonly bankGroups: number; readonly banksPerGroup: number }): number {
  return timing.bankGroups * timing.banksPerGroup;
}
