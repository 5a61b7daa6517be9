/** Commands of a DRAM channel. `prechargeAll` and `refresh` address all banks. */
export const COMMAND_NAMES = ['activate', 'precharge', 'prechargeAll', 'refresh', 'read', 'write'] as const;

/** DRAM command by JEDEC's name. */
export type CommandName = (typeof COMMAND_NAMES)[number];

/** Commands on the row bus. */
export const ROW_COMMANDS: readonly CommandName[] = ['activate', 'precharge', 'prechargeAll', 'refresh'];

/** Commands on the column bus. */
export const COLUMN_COMMANDS: readonly CommandName[] = ['read', 'write'];

/** Tests whether a command is a column command. */
export const isColumn = (command: CommandName): boolean => COLUMN_COMMANDS.includes(command);
