import { Command, COMMANDS } from './commandNumbers';
import { COLUMN_COMMANDS, COMMAND_NAMES, isColumn, ROW_COMMANDS, type CommandName } from './commands';
import { PROTOCOLS, type Constraint, type Protocol, type Scope } from './constraints';
import { ConstraintTable, FollowerLists } from './dramSetup';
import type { DramTiming, TimingParameter } from './dramTiming';

type Delays = Map<string, number>;

/**
 * JEDEC measures from the end of one command to the end of the next, and commands are recorded at their first
 * cycle: a constraint grows with the bus cycles of the earlier command and shrinks with those of the later.
 */
export function compileConstraints(timing: DramTiming): ConstraintTable {
  const protocol = PROTOCOLS[timing.protocol];
  const cycles = (command: CommandName) => protocol.commandCycles(command, timing);
  const delays: Delays = new Map();
  let fourActivates = 0;
  for (const item of protocol.constraints)
    for (const [after, before] of pairs(item)) {
      const delay = sum(item, timing) + cycles(after) - cycles(before);
      if (item.window === undefined) lengthen(delays, item.scope, after, before, delay);
      else fourActivates = Math.max(fourActivates, delay);
    }
  occupyBuses(protocol, cycles, delays);
  return new ConstraintTable(
    followersOf('channel', delays, protocol),
    followersOf('bankGroup', delays, protocol),
    followersOf('bank', delays, protocol),
    fourActivates,
    protocol.splitBuses,
  );
}

const pairs = ({ after, before }: Constraint): [CommandName, CommandName][] =>
  after.flatMap((first) => before.map((second) => [first, second] as [CommandName, CommandName]));

function lengthen(
  delays: Delays,
  scope: Scope,
  after: CommandName,
  before: CommandName,
  delay: number,
): void {
  const key = `${scope} ${after} ${before}`;
  delays.set(key, Math.max(delay, delays.get(key) ?? 0));
}

/** A command of several cycles keeps its bus; single cycles are kept apart by issuing one a cycle. */
function occupyBuses(protocol: Protocol, cycles: (command: CommandName) => number, delays: Delays): void {
  const buses = protocol.splitBuses ? [ROW_COMMANDS, COLUMN_COMMANDS] : [COMMAND_NAMES];
  for (const bus of buses)
    for (const after of bus)
      for (const before of bus)
        if (cycles(after) > 1) lengthen(delays, 'channel', after, before, cycles(after));
}

function sum(item: Constraint, timing: DramTiming): number {
  return item.cycles.reduce<number>((total, term) => {
    if (typeof term === 'number') return total + term;
    return term.startsWith('-')
      ? total - timing[term.slice(1) as TimingParameter]
      : total + timing[term as TimingParameter];
  }, 0);
}

/** The constraints of a scope that say more than those of wider scopes, and than one command a cycle. */
function followersOf(scope: Scope, delays: Delays, protocol: Protocol): FollowerLists {
  const wider = WIDER[scope];
  const start = new Int32Array(COMMANDS + 1);
  const follower: number[] = [];
  const delay: number[] = [];
  COMMAND_NAMES.forEach((after, index) => {
    for (const before of COMMAND_NAMES) {
      const cycles = delays.get(`${scope} ${after} ${before}`) ?? 0;
      const known = wider.map((other) => delays.get(`${other} ${after} ${before}`) ?? 0);
      if (cycles <= Math.max(sameBus(protocol, after, before) ? 1 : 0, ...known)) continue;
      follower.push(Command[before]);
      delay.push(cycles);
    }
    start[index + 1] = follower.length;
  });
  return new FollowerLists(start, Int32Array.from(follower), Int32Array.from(delay));
}

const WIDER: Readonly<Record<Scope, readonly Scope[]>> = {
  channel: [],
  bankGroup: ['channel'],
  bank: ['channel', 'bankGroup'],
};

const sameBus = (protocol: Protocol, a: CommandName, b: CommandName): boolean =>
  !protocol.splitBuses || isColumn(a) === isColumn(b);
