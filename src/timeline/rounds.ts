import type { Application, Operation } from '../kernel/application';

/** What a host does between a run of its application and the next. */
export const ROUND_END: Operation = { kind: 'synchronize', stream: null };

/** Operations of an application that begin at a time and end with a wait of its host. */
export function after(ns: number, application: Application, operations: readonly Operation[]): Application {
  return { ...application, operations: [{ kind: 'host', ns }, ...operations, ROUND_END] };
}

/** An application that runs so many times in a row; its host waits for all of a run before the next. */
export function repeated(application: Application, rounds: number): Application {
  const round = [...application.operations, ROUND_END];
  return { ...application, operations: Array.from({ length: rounds }, () => round).flat() };
}
