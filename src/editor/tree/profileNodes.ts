import type { ProfileResult, WorkspaceResults } from '../../analysis/results/workspaceResults';
import { leaf, type TreeNode } from './treeNode';
import { words } from '../../words';
import { say } from '../../words/say';
import { formatText } from '../../words/texts/profileFormat';
import { titleOf } from '../../words/titleOf';

const STATUS_ICON = {
  full: 'pass',
  partial: 'warning',
  refused: 'error',
  empty: 'circle-outline',
} as const;

type Places = ReadonlyMap<string, { readonly path: string; readonly line: number }>;

/** The profiles: what was read of each, and which kernels of the sources its rows belong to. */
export function profileNodes(results: WorkspaceResults, imported: ReadonlySet<string>): TreeNode[] {
  const places: Places = new Map(
    results.files.flatMap(({ kernels }) => kernels.map(({ id, path, line }) => [id, { path, line }])),
  );
  return results.profiles.map((profile) => ({
    id: `profile:${profile.path}`,
    label: profile.path,
    description: description(profile, results.gpu.name),
    tooltip: words(profile.reason ?? rowsText(profile)),
    icon: STATUS_ICON[profile.status],
    context: imported.has(profile.path) ? 'profile-imported' : 'profile',
    profile: profile.path,
    target: profile.path,
    children: [
      ...profile.joined.map((join) => joinedNode(profile, join, places)),
      ...profile.ambiguous.map((join) => ambiguousNode(profile, join, places)),
      ...unjoinedNodes(profile),
      ...profile.warnings.map((warning, index) => ({
        ...leaf(`profile:${profile.path}:w${index}`, words(warning.message), 'warning'),
        ...(warning.location && { place: { path: profile.path, line: warning.location.line } }),
      })),
    ],
  }));
}

function description(profile: ProfileResult, gpu: string): string {
  if (profile.status !== 'full') return words(profile.reason ?? titleOf('status', profile.status));
  const device = profile.device ?? say('report.deviceNotNamed');
  const where = profile.otherGpu ? say('tree.otherGpu', { device, gpu }) : device;
  return `${formatText(profile.format)} · ${where} · ${rowsText(profile)}`;
}

function rowsText({ kernelRows, transferRows }: ProfileResult): string {
  return say('tree.rows', { rows: kernelRows, transfers: transferRows });
}

type Join = ProfileResult['joined'][number];

function joinedNode({ path }: ProfileResult, { name, kernelIds }: Join, places: Places): TreeNode {
  const place = places.get(kernelIds[0] ?? '');
  return {
    ...leaf(`profile:${path}:j:${name}`, name, 'link', place && `${place.path}:${place.line}`),
    ...(place && { place }),
  };
}

/** Which of several kernels a row belongs to, only the user can tell: all of them are listed. */
function ambiguousNode({ path }: ProfileResult, { name, kernelIds }: Join, places: Places): TreeNode {
  const id = `profile:${path}:a:${name}`;
  return {
    id,
    label: name,
    description: say('tree.ambiguous', { kernels: kernelIds.length }),
    tooltip: say('tree.ambiguousHelp'),
    icon: 'question',
    children: kernelIds.flatMap((kernelId) => {
      const place = places.get(kernelId);
      return place
        ? [{ ...leaf(`${id}:${kernelId}`, `${place.path}:${place.line}`, 'symbol-function'), place }]
        : [];
    }),
  };
}

/** Kernels of libraries can be many: they stand folded. */
function unjoinedNodes({ path, notJoined }: ProfileResult): TreeNode[] {
  if (notJoined.length === 0) return [];
  const id = `profile:${path}:n`;
  return [
    {
      id,
      label: say('tree.notInSources'),
      description: String(notJoined.length),
      icon: 'debug-disconnect',
      children: notJoined.map((name) => leaf(`${id}:${name}`, name, 'dash')),
    },
  ];
}
