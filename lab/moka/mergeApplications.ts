import type { Application, Operation } from '../../src/kernel/application';

/**
 * Several applications in one context as one, so that the order of their streams can be chosen (section
 * 4.4.3): streams and events are named `application/stream`, calls follow each other application by
 * application. Default streams become ordinary ones, host synchronisation is dropped.
 */
export function mergeApplications(applications: readonly Application[], name: string): Application {
  const footprints = applications.map(({ footprintBytes }) => footprintBytes);
  return {
    name,
    operations: applications.flatMap((application) =>
      application.operations.flatMap((operation) => renamed(operation, application.name)),
    ),
    footprintBytes: footprints.includes(null)
      ? null
      : footprints.reduce<number>((sum, bytes) => sum + (bytes ?? 0), 0),
  };
}

function renamed(operation: Operation, application: string): readonly Operation[] {
  if (operation.kind === 'host' || operation.kind === 'synchronize') return [];
  const stream = `${application}/${operation.stream}`;
  if (operation.kind === 'record' || operation.kind === 'wait')
    return [{ ...operation, stream, event: `${application}/${operation.event}` }];
  if (operation.kind === 'copy') return [{ ...operation, stream, blocking: false }];
  return [{ ...operation, stream }];
}
