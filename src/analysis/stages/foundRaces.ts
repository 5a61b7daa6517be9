import type { CudaFileIndex, CudaWorkspace } from '../../cuda/workspace';
import type { DeviceOperation } from '../../kernel/application';
import { message, type Words } from '../../kernel/message';
import type { SourceLocation } from '../../kernel/origin';
import type { RelatedPlace, SourceDiagnostic } from '../../kernel/source';
import { racesOf, type Race } from '../../timeline/meetings';
import type { SourceApplication } from '../applications/sourceApplications';
import type { LaunchRace } from '../results/kernelResult';

type Sources = Pick<CudaFileIndex, 'path' | 'kernels' | 'launches'>;

/** What is told of races: in the list of problems once, at each launch what it races with. */
export interface FoundRaces {
  /** By the path of the file of the later one of each two operations. */
  readonly diagnostics: ReadonlyMap<string, readonly SourceDiagnostic[]>;
  /** By path and line of a launch. */
  readonly launches: ReadonlyMap<string, readonly LaunchRace[]>;
}

/** Whether programs of a file can have races: without streams of their own all is in order. */
export function makesStreams(workspace: CudaWorkspace, path: string): boolean {
  return workspace.text(path)?.includes('cudaStreamCreate') ?? false;
}

/** Launches, copies and memsets of programs that may run together although one writes what the other touches. */
export function foundRaces(
  sources: readonly Pick<SourceApplication, 'application'>[],
  files: readonly Sources[],
): FoundRaces {
  const diagnostics = new Map<string, SourceDiagnostic[]>();
  const launches = new Map<string, LaunchRace[]>();
  for (const race of sources.flatMap(({ application }) => racesOf(application))) {
    const [first, second] = race.operations;
    const place = second.location;
    if (place === undefined) continue;
    add(diagnostics, place.path, diagnosticOf(race, place, files));
    noteAt(launches, first, second, race.buffer);
    noteAt(launches, second, first, race.buffer);
  }
  return { diagnostics, launches };
}

/** What the launch in a line races with. */
export function racesAt(
  { launches }: FoundRaces,
  place: Pick<SourceLocation, 'path' | 'line'>,
): readonly LaunchRace[] {
  return launches.get(keyOf(place)) ?? [];
}

const keyOf = ({ path, line }: Pick<SourceLocation, 'path' | 'line'>): string => `${path}:${line}`;

function noteAt(
  launches: Map<string, LaunchRace[]>,
  { kind, location }: DeviceOperation,
  other: DeviceOperation,
  buffer: string,
): void {
  if (kind !== 'kernel' || location === undefined || other.location === undefined) return;
  const { path, line } = other.location;
  add(launches, keyOf(location), {
    what: nameOf(other),
    where: whereOf(other, location.path),
    path,
    line,
    buffer,
  });
}

function add<T>(to: Map<string, T[]>, key: string, one: T): void {
  const known = to.get(key);
  if (known === undefined) to.set(key, [one]);
  else known.push(one);
}

function diagnosticOf(
  { operations: [first, second], buffer }: Race,
  place: SourceLocation,
  files: readonly Sources[],
): SourceDiagnostic {
  const { path, line } = place;
  const launch = launchAt(place, files);
  const values = { what: nameOf(first), where: whereOf(first, path), buffer };
  return {
    code: 'race',
    severity: 'warning',
    message: message('analysis.launch.race', values),
    range: launch?.configRange ?? { startLine: line, startColumn: 0, endLine: line + 1, endColumn: 0 },
    related: relatedOf(first, second, files),
  };
}

/** The other operation, then what both launch, a kernel once. */
function relatedOf(
  first: DeviceOperation,
  second: DeviceOperation,
  files: readonly Sources[],
): readonly RelatedPlace[] {
  const other: readonly RelatedPlace[] =
    first.location === undefined
      ? []
      : [
          {
            location: first.location,
            message: message('analysis.launch.raceOther', { what: nameOf(first) }),
          },
        ];
  const kernels = [first, second].flatMap(({ location }) => {
    const ids = location === undefined ? [] : (launchAt(location, files)?.kernelIds ?? []);
    return files.flatMap((file) => file.kernels.filter(({ id }) => ids.length === 1 && ids[0] === id));
  });
  return [
    ...other,
    ...[...new Set(kernels)].map(({ path, line, name }) => ({
      location: { path, line },
      message: message('analysis.launch.raceKernel', { what: name }),
    })),
  ];
}

function launchAt(
  { path, line }: SourceLocation,
  files: readonly Sources[],
): CudaFileIndex['launches'][number] | undefined {
  return files.find((file) => file.path === path)?.launches.find((one) => one.line === line);
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
