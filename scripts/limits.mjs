// What ends a test run that hangs. None of it bounds how long work may take: a machine that is busy with other jobs
// is slow, not wrong. Tests wait for states and count work; how fast something is, lab/benches measures.

/** Most time between two pieces of output of a test step; the slowest single test takes seconds on a quiet machine. */
export const SILENCE_MS = 40 * 60_000;
/** Ends one test that waits for what never comes, so that it is named. */
export const TEST_MS = 20 * 60_000;
/** One wait for one state of a program under test; its error says what was awaited. */
export const PATIENCE_MS = 10 * 60_000;
