/**
 * Values of one row of a recording, in memory that is used again for the next: numbers that are handed on one by one
 * cost an object each. Not-a-number stands for what is not known.
 */
export type EventValues = Float64Array;

/** Places of the values: start and end of the row, which become start and duration in ns, and what else is its own. */
export const START = 0;
export const END = 1;
export const DURATION = 1;
export const BYTES = 2;
export const CORRELATION = 3;
/** Global number of the process, or of one of its threads. */
export const PROCESS = 4;
export const GRAPH_NODE = 5;
export const EVENT_VALUES = 6;
