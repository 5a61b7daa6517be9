/** Ends one wait for one state of a program under test, which then says what it awaited; in milliseconds. */
export const PATIENCE_MS = 3 * 60_000;
