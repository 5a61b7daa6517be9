import type { Application, Operation } from '../kernel/application';
import { InputError } from '../kernel/result';

/** @throws InputError naming the application, the operation and its source line where one is known. */
export function checkApplications(applications: readonly Application[]): void {
  for (const application of applications)
    application.operations.forEach((operation, index) => {
      const fault = faultOf(operation);
      if (fault === null) return;
      const { location } = operation;
      const place = `${application.name}, operation ${index + 1}: ${fault}`;
      throw new InputError(place, 'invalid-operation', location?.path, location?.line);
    });
}

function faultOf(operation: Operation): string | null {
  switch (operation.kind) {
    case 'copy':
    case 'memset':
      return isAmount(operation.bytes) ? null : `${operation.bytes} is no number of bytes`;
    case 'host':
      return isAmount(operation.ns) ? null : `${operation.ns} is no host time`;
    case 'kernel': {
      const { grid, block, soloNs, kernel } = operation;
      if (![...grid, ...block].every((extent) => Number.isSafeInteger(extent) && extent > 0))
        return `kernel ${kernel} has no whole, positive grid and block`;
      return soloNs === null || isAmount(soloNs) ? null : `kernel ${kernel} has no time of ${soloNs} ns`;
    }
    default:
      return null;
  }
}

function isAmount(value: number): boolean {
  return Number.isFinite(value) && value >= 0;
}
