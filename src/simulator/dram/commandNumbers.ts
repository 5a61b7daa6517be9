/**
 * Numbers of the commands of a DRAM channel; those from `read` on move data over the column bus, `prechargeAll` and
 * `refresh` address all banks.
 */
export enum Command {
  activate,
  precharge,
  prechargeAll,
  refresh,
  read,
  write,
}

/** Number of DRAM commands. */
export const COMMANDS = 6;
