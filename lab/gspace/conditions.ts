/** Time of one look at what the host asks for, as the product assumes it. */
export const POLL_NS = 1000;

/** Cycles for which the first has the GPU alone: twice the latency of a launch. */
export const ALONE_BEFORE = 6000;

/** The text's example of a target; its evaluation names none. */
export const QOS = 2;
