/** Commands of a DRAM channel. `prechargeAll` and `refresh` address all banks. */
export const COMMAND_NAMES = ['activate', 'precharge', 'prechargeAll', 'refresh', 'read', 'write'] as const;

/** DRAM command by JEDEC's name. */
export type CommandName = (typeof COMMAND_NAMES)[number];

/** Number of DRAM commands. */
export const COMMANDS = COMMAND_NAMES.length;

/** Numbers of the commands; those from `read` on move data over the column bus. */
export const Command = {
  activate: 0,
  precharge: 1,
  prechargeAll: 2,
  refresh: 3,
  read: 4,
  write: 5,
} as const satisfies Record<CommandName, number>;

/** Commands on the row bus. */
export const ROW_COMMANDS: readonly CommandName[] = ['activate', 'precharge', 'prechargeAll', 'refresh'];

/** Commands on the column bus. */
export const COLUMN_COMMANDS: readonly CommandName[] = ['read', 'write'];

/** Tests whether a command is a column command. */
export const isColumn = (command: CommandName): boolean => COLUMN_COMMANDS.includes(command);
