const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Does a task that hears of it when the user interrupts the process, and has the time to end what it has begun. */
export async function interruptible<T>(task: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const interrupt = new AbortController();
  const onInterrupt = (): void => interrupt.abort();
  SIGNALS.forEach((name) => process.once(name, onInterrupt));
  try {
    return await task(interrupt.signal);
  } finally {
    SIGNALS.forEach((name) => process.removeListener(name, onInterrupt));
  }
}
