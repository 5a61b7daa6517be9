import { message, type Message } from '../../kernel/message';
import { InputError } from '../../kernel/result';
import { StateArrays } from '../core/stateArrays';
import { DramController } from './controller';
import { dramSetup } from './controllerPolicy';
import type { DramScheduler } from '../spec/dramSchedulers';
import { bankCount, type DramTiming } from './dramTiming';
import { kindOf, MOST_BURSTS, outcomeOf, Q } from './requestQueues';
import { requireDramTiming } from './timings';

/** Requests to one DRAM channel in the order in which they are made. */
export interface DramStream {
  readonly length: number;
  /** 1 for writes. */
  readonly kind: Uint8Array;
  readonly bank: Int32Array;
  readonly row: Int32Array;
}

/** Options of a simulated stream on one channel. */
export interface DramStreamOptions {
  readonly scheduler?: DramScheduler;
  readonly refresh?: boolean;
  /** Hits that may pass an older miss; 0, the default, for any number. */
  readonly rowHitCap?: number;
  /** Depth of the read queue and of the write queue. */
  readonly queueDepth?: number;
  /** At most this many requests are outstanding, as the limits of a GPU's caches would have it. */
  readonly outstanding?: number;
  /** Column bursts that each request moves; default 1. */
  readonly burstsPerRequest?: number;
  /** Named in error messages. */
  readonly path?: string;
}

/** Result of a stream on one channel. Fractions are 0 to 1, cycles are those of the command clock. */
export interface DramStreamResult {
  /** Share of the time in which the data bus moves data. */
  readonly utilisation: number;
  /** Share of the requests whose row was open when the first command for them was issued. */
  readonly rowHitRate: number;
  readonly cycles: number;
  readonly requests: number;
  readonly rowHits: number;
  /** Requests that found the bank closed, and those that found another row open. */
  readonly rowMisses: number;
  readonly rowConflicts: number;
}

const MAX_ROW = 2 ** 30;
const MAX_COLUMN = 2 ** 30;

/**
 * Requests that the front end hands over per cycle, in order, while the queues have room: what saturates the
 * queues in the Ramulator runs that the model is compared with.
 */
const REQUESTS_PER_CYCLE = 4;

/**
 * Reads a stream: one request a line, `R|W BANK ROW COLUMN`.
 *
 * @throws InputError that names the line
 */
export function parseDramStream(text: string, banks: number, path = 'stream'): DramStream {
  const length = lineCount(text);
  if (length === 0) throw new InputError(message('simulator.emptyStream'), 'empty-stream', path);
  const stream = {
    length,
    kind: new Uint8Array(length),
    bank: new Int32Array(length),
    row: new Int32Array(length),
  };
  for (let index = 0, start = 0; index < length; index++) {
    const newline = text.indexOf('\n', start);
    const line = text.slice(start, newline < 0 ? text.length : newline);
    start = newline + 1;
    const match = REQUEST.exec(line);
    const fault = match === null ? malformed(line) : outOfRange(match, banks);
    if (match === null || fault !== undefined)
      throw new InputError(fault ?? malformed(line), 'malformed-stream', path, index + 1);
    stream.kind[index] = match[1] === 'W' ? 1 : 0;
    stream.bank[index] = Number(match[2]);
    stream.row[index] = Number(match[3]);
  }
  return stream;
}

const REQUEST = /^([RW])[ \t]+(\d{1,10})[ \t]+(\d{1,10})[ \t]+(\d{1,10})\s*$/;

/** Lines of the text; what follows the last line break counts unless it is blank. */
function lineCount(text: string): number {
  let count = 0;
  let start = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', start)) {
    start = at + 1;
    count++;
  }
  return text.slice(start).trim() === '' ? count : count + 1;
}

const malformed = (line: string): Message =>
  message('simulator.malformed', {
    got: JSON.stringify(line.length > 60 ? `${line.slice(0, 60)}…` : line),
  });

function outOfRange(match: RegExpExecArray, banks: number): Message | undefined {
  if (Number(match[2]) >= banks) return message('simulator.noBank', { bank: match[2]!, last: banks - 1 });
  if (Number(match[3]) >= MAX_ROW)
    return message('simulator.rowBeyond', { row: match[3]!, last: MAX_ROW - 1 });
  if (Number(match[4]) >= MAX_COLUMN)
    return message('simulator.columnBeyond', { column: match[4]!, last: MAX_COLUMN - 1 });
  return undefined;
}

/**
 * Plays a stream to one channel of a memory, as fast as its queues take it.
 *
 * @param memory name of a timing table, or a table itself
 * @param text one request a line, `R|W BANK ROW COLUMN`
 * @throws InputError for an unknown name, and for a malformed stream with its line
 */
export function simulateDramStream(
  memory: string | DramTiming,
  text: string,
  options: DramStreamOptions = {},
): DramStreamResult {
  const timing = typeof memory === 'string' ? requireDramTiming(memory) : memory;
  return playStream(timing, parseDramStream(text, bankCount(timing), options.path), options);
}

/** Plays an already parsed stream to one channel with the given timing. */
export function playStream(
  timing: DramTiming,
  stream: DramStream,
  options: DramStreamOptions = {},
): DramStreamResult {
  const depth = options.queueDepth ?? 64;
  const setup = dramSetup(timing, {
    scheduler: options.scheduler ?? 'rowhit',
    refresh: options.refresh ?? true,
    rowHitCap: options.rowHitCap ?? 0,
    readQueue: depth,
    writeQueue: depth,
  });
  const tally = new StreamTally(timing);
  const controller = new DramController(setup, 1, 1, new StateArrays());
  controller.connect(tally);
  tally.words = controller.queues.words;
  const bursts = options.burstsPerRequest ?? 1;
  if (bursts < 1 || bursts > MOST_BURSTS) throw new RangeError(`${bursts} bursts per request`);
  feed(controller, stream, bursts, options.outstanding ?? Infinity);
  const [, rowHits, rowMisses, rowConflicts] = tally.outcomes;
  return {
    utilisation: (stream.length * bursts * timing.nBL) / tally.end,
    rowHitRate: rowHits! / stream.length,
    cycles: tally.end,
    requests: stream.length,
    rowHits: rowHits!,
    rowMisses: rowMisses!,
    rowConflicts: rowConflicts!,
  };
}

/** Hands the requests over in order; one that finds no room holds up those behind it. */
function feed(controller: DramController, stream: DramStream, bursts: number, outstanding: number): void {
  const { length, kind, bank, row } = stream;
  const bounded = outstanding < Infinity;
  let next = 0;
  let now = 0;
  while (next < length || controller.pending(0) > 0) {
    const end = Math.min(length, next + REQUESTS_PER_CYCLE);
    for (; next < end && controller.hasRoom(0, kind[next]!); next++) {
      if (bounded && controller.pending(0) >= outstanding) break;
      controller.enqueue(0, kind[next]!, bank[next]!, row[next]!, bursts, 0, now);
    }
    now = next === end && next < length ? now + 1 : controller.nextCycle(0);
    controller.run(0, now);
  }
}

/** Adds up what becomes of the requests. */
class StreamTally {
  /** Requests by `RowOutcome`. */
  readonly outcomes = [0, 0, 0, 0];
  /** Cycle in which the last read data has arrived or the last write was issued. */
  end = 0;
  /** The controller's requests. */
  words: Int32Array = new Int32Array();
  private readonly readLatency: number;

  constructor(timing: DramTiming) {
    this.readLatency = timing.nCL + timing.nBL;
  }

  served(_channel: number, place: number, now: number): void {
    const facts = this.words[place + Q.facts]!;
    this.outcomes[outcomeOf(facts)]!++;
    this.end = Math.max(this.end, kindOf(facts) === 0 ? now + this.readLatency : now);
  }
}
