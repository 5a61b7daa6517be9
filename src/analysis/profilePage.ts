import type { ProfileFile } from '../kernel/profile';
import type { ProfilePage } from './profileProtocol';
import type { WorkspaceResults } from './results/workspaceResults';

/** The page of a profile file, joined to the sources as the last results have it. */
export function profilePage(file: ProfileFile, results: WorkspaceResults | null): ProfilePage {
  const { kernelEvents, transferEvents, apiEvents, ...listed } = file;
  const profile = results?.profiles.find((candidate) => candidate.path === file.path);
  const places = new Map(
    results?.files.flatMap(({ kernels }) =>
      kernels.map(({ id, path, line }) => [id, { path, line }] as const),
    ),
  );
  const joins = [...(profile?.joined ?? []), ...(profile?.ambiguous ?? [])];
  return {
    ...listed,
    groupedEvents: {
      ...(kernelEvents ? { kernels: kernelEvents.length } : {}),
      ...(transferEvents ? { transfers: transferEvents.length } : {}),
      ...(apiEvents ? { api: apiEvents.length } : {}),
    },
    sources: Object.fromEntries(
      joins.map(({ name, kernelIds }) => [name, kernelIds.flatMap((id) => places.get(id) ?? [])]),
    ),
    otherGpu: results && profile?.otherGpu ? { id: results.gpu.id, name: results.gpu.name } : null,
  };
}
