import { isColumn, ROW_COMMANDS, type CommandName } from './commands';
import type { DramTiming, TimingParameter } from './dramTiming';

/** Part of a channel that a constraint covers, around the bank of the earlier command. */

export type Scope = 'channel' | 'bankGroup' | 'bank';

type Term = TimingParameter | `-${TimingParameter}` | number;

/** After one of `after`, none of `before` may follow within the sum of `cycles`, in the scope. */
export interface Constraint {
  readonly scope: Scope;
  readonly after: readonly CommandName[];
  readonly before: readonly CommandName[];
  readonly cycles: readonly Term[];
  /** Counted from the n-th last of the commands in `after` instead of from the last. */
  readonly window?: number;
}

/** The rules of a family of memories. */
export interface Protocol {
  /** True if row and column commands have a bus each, so that one of both may issue in a cycle. */
  readonly splitBuses: boolean;
  readonly constraints: readonly Constraint[];
  /** Command-bus cycles of a command. */
  commandCycles(command: CommandName, timing: DramTiming): number;
}

const rule = (
  scope: Scope,
  after: CommandName | readonly CommandName[],
  before: CommandName | readonly CommandName[],
  ...cycles: readonly Term[]
): Constraint => ({ scope, after: [after].flat(), before: [before].flat(), cycles });

const writeRecovery = ['nCWL', 'nBL', 'nWR'] as const;

/** Constraints that JEDEC's HBM and GDDR standards have in common. */
const common: readonly Constraint[] = [
  // The data bus, and the distance of column commands.
  rule('channel', 'read', 'read', 'nBL'),
  rule('channel', 'write', 'write', 'nBL'),
  rule('channel', 'read', 'read', 'nCCDS'),
  rule('channel', 'write', 'write', 'nCCDS'),
  rule('bankGroup', 'read', 'read', 'nCCDL'),
  rule('bankGroup', 'write', 'write', 'nCCDL'),
  rule('channel', 'write', 'read', 'nCWL', 'nBL', 'nWTRS'),
  rule('bankGroup', 'write', 'read', 'nCWL', 'nBL', 'nWTRL'),
  // Rows: opening, access, closing.
  rule('channel', 'activate', 'activate', 'nRRDS'),
  rule('bankGroup', 'activate', 'activate', 'nRRDL'),
  rule('bank', 'activate', 'activate', 'nRC'),
  { ...rule('channel', 'activate', 'activate', 'nFAW'), window: 4 },
  rule('bank', 'activate', 'read', 'nRCDRD'),
  rule('bank', 'activate', 'write', 'nRCDWR'),
  rule('bank', 'activate', 'precharge', 'nRAS'),
  rule('bank', 'read', 'precharge', 'nRTP'),
  rule('bank', 'write', 'precharge', ...writeRecovery),
  rule('bank', 'precharge', 'activate', 'nRP'),
  rule('channel', 'activate', 'prechargeAll', 'nRAS'),
  rule('channel', 'read', 'prechargeAll', 'nRTP'),
  rule('channel', 'write', 'prechargeAll', ...writeRecovery),
  rule('channel', 'prechargeAll', 'activate', 'nRP'),
  rule('channel', ['precharge', 'prechargeAll'], ['precharge', 'prechargeAll'], 'nPPD'),
  // Refresh of all banks, which have to be closed.
  rule('channel', 'activate', 'refresh', 'nRC'),
  rule('channel', ['precharge', 'prechargeAll'], 'refresh', 'nRP'),
  rule('channel', 'refresh', ROW_COMMANDS, 'nRFC'),
];

/** HBM: the write data may follow the read data after two idle clocks of `ticks` cycles each. */
const hbm = (ticks: number): readonly Constraint[] => [
  ...common,
  rule('channel', 'read', 'write', 'nCL', 'nBL', 2 * ticks, '-nCWL'),
];

/**
 * GDDR5 to GDDR6X: one command bus. Read to write is the read latency and a cycle of turnaround, which leaves
 * the write latency unused, as Ramulator 2.1 has it for GDDR6.
 */
const gddr: readonly Constraint[] = [...common, rule('channel', 'read', 'write', 'nCL', 1)];

/** Command protocols by family of memory standards. */
export const PROTOCOLS: Readonly<Record<DramTiming['protocol'], Protocol>> = {
  gddr: {
    splitBuses: false,
    constraints: gddr,
    commandCycles: (command, timing) => (command === 'activate' ? timing.activateCommandCycles : 1),
  },
  hbm: {
    splitBuses: true,
    constraints: hbm(1),
    commandCycles: (command, timing) => (command === 'activate' ? timing.activateCommandCycles : 1),
  },
  // HBM3 counts in half clocks: an activate takes three of them, other row commands one, column commands two.
  hbm3: {
    splitBuses: true,
    constraints: hbm(2),
    commandCycles: (command, timing) =>
      command === 'activate' ? timing.activateCommandCycles : isColumn(command) ? 2 : 1,
  },
};
