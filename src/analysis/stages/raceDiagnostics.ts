import { hostPrograms } from '../../cuda/host/hostPrograms';
import type { CudaFileIndex, CudaWorkspace } from '../../cuda/workspace';
import type { DeviceOperation } from '../../kernel/application';
import { message, type Words } from '../../kernel/message';
import type { SourceDiagnostic } from '../../kernel/source';
import { racesOf, type Race } from '../../timeline/meetings';
import { sourceApplication } from '../applications/sourceApplications';

type Launches = Pick<CudaFileIndex, 'path' | 'launches'>;

/**
 * Launches, copies and memsets of the programs of a file that may run together although one writes what the other
 * touches, by the path of the later one of each two.
 */
export function raceDiagnostics(
  workspace: CudaWorkspace,
  files: readonly Launches[],
  numbers: ReadonlyMap<string, number>,
): ReadonlyMap<string, readonly SourceDiagnostic[]> {
  const found = new Map<string, SourceDiagnostic[]>();
  for (const { path } of files.filter((file) => workspace.text(file.path)?.includes('cudaStreamCreate')))
    for (const program of hostPrograms(workspace, path, numbers)) {
      const { application } = sourceApplication(workspace, program, new Map(), {});
      workspace.answered();
      for (const race of racesOf(application)) {
        const place = race.operations[1].location?.path;
        if (place === undefined) continue;
        found.set(place, [...(found.get(place) ?? []), diagnosticOf(race, files)]);
      }
    }
  return found;
}

function diagnosticOf(
  { operations: [first, second], buffer }: Race,
  files: readonly Launches[],
): SourceDiagnostic {
  const { path, line } = second.location!;
  const launch = files.find((file) => file.path === path)?.launches.find((one) => one.line === line);
  const values = { what: nameOf(first), where: whereOf(first, path), buffer };
  return {
    code: 'race',
    severity: 'warning',
    message: message('analysis.launch.race', values),
    range: launch?.configRange ?? { startLine: line, startColumn: 0, endLine: line + 1, endColumn: 0 },
  };
}

/** By its line, in another file by both. */
function whereOf({ location }: DeviceOperation, path: string): Words {
  const line = location?.line ?? 0;
  return location === undefined || location.path === path
    ? message('analysis.launch.inLine', { line })
    : `${location.path}:${line}`;
}

function nameOf(operation: DeviceOperation): Words {
  if (operation.kind === 'kernel') return operation.kernel;
  return message(operation.kind === 'copy' ? 'analysis.launch.theCopy' : 'analysis.launch.theMemset');
}
