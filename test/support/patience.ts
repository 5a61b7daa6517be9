/** Ends one wait for one state of a program under test, which then says what it awaited; in milliseconds. */
export const PATIENCE_MS = 10 * 60_000;
