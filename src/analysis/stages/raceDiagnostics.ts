import type { CudaFileIndex, CudaWorkspace } from '../../cuda/workspace';
import type { DeviceOperation } from '../../kernel/application';
import { message, type Words } from '../../kernel/message';
import type { SourceDiagnostic } from '../../kernel/source';
import { racesOf, type Race } from '../../timeline/meetings';
import type { SourceApplication } from '../applications/sourceApplications';

type Launches = Pick<CudaFileIndex, 'path' | 'launches'>;

/** What is told of races, by the path of the file of the later one of each two operations. */
export type RaceDiagnostics = ReadonlyMap<string, readonly SourceDiagnostic[]>;

/** Whether programs of a file can have races: without streams of their own all is in order. */
export function makesStreams(workspace: CudaWorkspace, path: string): boolean {
  return workspace.text(path)?.includes('cudaStreamCreate') ?? false;
}

/** Launches, copies and memsets of programs that may run together although one writes what the other touches. */
export function raceDiagnostics(
  sources: readonly Pick<SourceApplication, 'application'>[],
  files: readonly Launches[],
): RaceDiagnostics {
  const found = new Map<string, SourceDiagnostic[]>();
  for (const { application } of sources)
    for (const race of racesOf(application)) {
      const place = race.operations[1].location?.path;
      if (place === undefined) continue;
      found.set(place, [...(found.get(place) ?? []), diagnosticOf(race, files)]);
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
