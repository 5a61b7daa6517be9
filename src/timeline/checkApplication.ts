import { message, type Message } from '../kernel/message';
import type { Application, Operation } from '../kernel/application';
import { InputError } from '../kernel/result';

/** @throws InputError naming the application, the operation and its source line where one is known. */
export function checkApplications(applications: readonly Application[]): void {
  for (const application of applications)
    application.operations.forEach((operation, index) => {
      const fault = faultOf(operation);
      if (fault === null) return;
      const { location } = operation;
      const said = message('timeline.operationFault', {
        application: application.name,
        number: index + 1,
        fault,
      });
      throw new InputError(said, 'invalid-operation', location?.path, location?.line);
    });
}

function faultOf(operation: Operation): Message | null {
  switch (operation.kind) {
    case 'copy':
    case 'memset':
      return isAmount(operation.bytes) ? null : message('timeline.notBytes', { value: operation.bytes });
    case 'host':
      return isAmount(operation.ns) ? null : message('timeline.notHostTime', { value: operation.ns });
    case 'kernel': {
      const { grid, block, soloNs, kernel } = operation;
      if (![...grid, ...block].every((extent) => Number.isSafeInteger(extent) && extent > 0))
        return message('timeline.emptyLaunch', { kernel });
      return soloNs === null || isAmount(soloNs)
        ? null
        : message('timeline.notTime', { kernel, value: soloNs });
    }
    default:
      return null;
  }
}

function isAmount(value: number): boolean {
  return Number.isFinite(value) && value >= 0;
}
