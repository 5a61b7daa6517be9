import * as v from 'valibot';
import { wholeNumber } from '../../kernel/validation';

const cycles = wholeNumber(0, 100000);

/**
 * Timing constraints of a DRAM channel in its command-clock cycles, under JEDEC's names without the leading
 * `t`. `S` and `L` are the short (other bank group) and long (same bank group) forms.
 */
export const dramTimingSchema = v.strictObject({
  name: v.string(),
  standard: v.string(),
  bankGroups: wholeNumber(1, 16),
  banksPerGroup: wholeNumber(1, 32),
  /** Cycles that an activate occupies the command bus. */
  activateCommandCycles: wholeNumber(1, 4),
  /** Command clock period in picoseconds. */
  tCKps: wholeNumber(50, 10000),
  nBL: wholeNumber(1, 16),
  nCL: cycles,
  nCWL: cycles,
  nRCDRD: cycles,
  nRCDWR: cycles,
  nRP: cycles,
  nRAS: cycles,
  nRC: cycles,
  nWR: cycles,
  nRTP: cycles,
  nCCDS: cycles,
  nCCDL: cycles,
  nRRDS: cycles,
  nRRDL: cycles,
  nWTRS: cycles,
  nWTRL: cycles,
  nFAW: cycles,
  nREFI: wholeNumber(1, 1000000),
  nRFC: cycles,
  /** Where no public timing exists: what it was scaled from. */
  scaledFrom: v.optional(v.string()),
});

export type DramTiming = v.InferOutput<typeof dramTimingSchema>;
