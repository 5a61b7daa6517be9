import { launchesByKernel } from '../../kernel/launchesByKernel';
import { applicationKey } from '../../analysis/protocol';
import type { Change } from '../../analysis/results/changeResult';
import { UNREAD_CODE, type ApplicationResult } from '../../analysis/results/timelineResult';
import { isMessage } from '../../kernel/message';
import type { SourceLocation } from '../../kernel/origin';
import { changeAside, changeText } from '../../words/texts/baselineTexts';
import { kernelTimesSummary } from '../../words/texts/kernelTimes';
import type { KernelResult, LaunchResult } from '../../analysis/results/kernelResult';
import type { Advice, FileResult, WorkspaceResults } from '../../analysis/results/workspaceResults';
import {
  blockSummary,
  classSummary,
  coRunSummary,
  launchSummary,
  orderSummary,
  timeSummary,
  dividedSummary,
  fairSplitSummary,
} from '../../words/texts/summaries';
import { duration } from '../../words/format';
import { leaf, type TreeNode } from './treeNode';
import { profileNodes } from './profileNodes';
import { words } from '../../words';
import { say } from '../../words/say';

/**
 * The results tree: advice, kernels by file, applications, profiles, what was not understood.
 * @param imported paths of profiles that the user added.
 */
export function buildTree(
  results: WorkspaceResults,
  dismissed: ReadonlySet<string>,
  imported: ReadonlySet<string>,
): TreeNode[] {
  const shown = results.advice.filter((advice) => !dismissed.has(advice.id));
  return [
    section('advice', say('tree.advice'), shown.map(adviceNode), true),
    kernelSection(results),
    section('applications', say('tree.applications'), results.applications.map(applicationNode), false),
    section('profiles', say('tree.profiles'), profileNodes(results, imported), false),
    section('skipped', say('tree.notUnderstood'), results.files.flatMap(skippedNodes), false),
  ].filter((node) => node.children.length > 0);
}

function section(id: string, label: string, children: readonly TreeNode[], expanded: boolean): TreeNode {
  return { id, label, description: String(children.length), children, expanded, context: `section-${id}` };
}

/** Counts kernels, not the files between. */
function kernelSection({ files, changes }: WorkspaceResults): TreeNode {
  const kernels = files.reduce((sum, file) => sum + file.kernels.length, 0);
  const launchesOf = launchesByKernel(files.flatMap((file) => file.launches));
  const nodes = files
    .filter((file) => file.kernels.length > 0)
    .map((file) =>
      fileNode(file, (kernel) =>
        kernelNode(kernel, launchesOf.get(kernel.id) ?? [], changes?.kernels[kernel.id]),
      ),
    );
  return { ...section('kernels', say('tree.kernels'), nodes, true), description: String(kernels) };
}

function adviceNode(advice: Advice): TreeNode {
  return {
    id: `advice:${advice.id}`,
    // The gain first: the end of a row is cut off in a narrow side bar.
    label:
      advice.gain === null
        ? words(advice.title)
        : `${say('tree.upTo', { gain: advice.gain })}: ${words(advice.title)}`,
    description: `${fileOf(advice.path)}:${advice.line}`,
    tooltip: `${words(advice.title)}\n${advice.path}:${advice.line}\n\n${words(advice.explanation)}`,
    icon: 'lightbulb',
    context: advice.editable ? 'advice-edit' : 'advice',
    place: { path: advice.path, line: advice.line },
    children: [],
    target: advice.id,
  };
}

const placeOf = ({ path, line }: SourceLocation): string => `${fileOf(path)}:${line}`;

/** Last part of a path: the whole stands in the tooltip. */
const fileOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

function fileNode(file: FileResult, nodeOf: (kernel: KernelResult) => TreeNode): TreeNode {
  return {
    id: `file:${file.path}`,
    label: file.path,
    icon: 'file-code',
    expanded: true,
    children: file.kernels.map(nodeOf),
    context: 'file',
  };
}

function kernelNode(
  kernel: KernelResult,
  launches: readonly LaunchResult[],
  change: Change | undefined,
): TreeNode {
  const details = [
    timeSummary(kernel),
    changeText(change),
    blockSummary(kernel),
    coRunSummary(kernel),
    dividedSummary(kernel),
    fairSplitSummary(kernel),
  ].filter((text) => text !== null);
  return {
    id: `kernel:${kernel.id}`,
    label: kernel.name,
    description: [changeAside(change), classSummary(kernel) ?? say('summary.nothingYet')]
      .filter(Boolean)
      .join(' · '),
    tooltip: `${kernel.qualifiedName}(${kernel.parameters})`,
    icon: kernelIcon(kernel),
    context: 'kernel',
    place: { path: kernel.path, line: kernel.line },
    target: kernel.id,
    children: [
      ...details.map((text, index) => ({
        id: `kernel:${kernel.id}:${index}`,
        label: text,
        icon: 'dash',
        children: [],
      })),
      ...launches.map((launch, index) => ({
        id: `launch:${kernel.id}:${index}`,
        label:
          launch.path === kernel.path
            ? say('tree.launchIn', { line: launch.line })
            : say('tree.launchAt', { place: `${launch.path}:${launch.line}` }),
        description: launchSummary(launch),
        icon: 'rocket',
        place: { path: launch.path, line: launch.line },
        children: [],
      })),
    ],
  };
}

function kernelIcon(kernel: KernelResult): string {
  if (kernel.refused) return 'circle-slash';
  if (!kernel.kernelClass) return 'symbol-function';
  return kernel.kernelClass.kind === 'memory-bound' ? 'database' : 'pulse';
}

function applicationNode(application: ApplicationResult): TreeNode {
  const makespan = application.predicted
    ? `○ ${duration(application.predicted.makespanNs)}`
    : say('tree.notPredicted');
  const times = kernelTimesSummary(application);
  // Overloads have one name.
  const id = `app:${applicationKey(application)}`;
  const summary = orderSummary(application);
  const order = summary === null ? [] : [leaf(`${id}:order`, summary, 'list-ordered')];
  const kept =
    application.orderKept === undefined
      ? []
      : [leaf(`${id}:kept`, words(application.orderKept), 'list-ordered')];
  const unread = (application.unread ?? []).map(({ what, location }, index) => ({
    ...leaf(`${id}:r${index}`, say('tree.notFollowed', { what }), 'question', placeOf(location)),
    place: location,
  }));
  // What was not followed has its place above.
  const unknown = application.unknowns
    .filter((text) => !isMessage(text) || text.say !== UNREAD_CODE)
    .map((text, index) => leaf(`${id}:u${index}`, say('report.notKnown', { unknowns: text }), 'question'));
  const facts = {
    operations: say('tree.operations', { operations: application.operationCount }),
    streams: say('tree.streams', { streams: application.streams.length }),
    makespan,
  };
  return {
    id,
    label: application.name,
    description:
      times === '' ? say('tree.application', facts) : say('tree.applicationTimes', { ...facts, times }),
    icon: 'layers',
    context: 'application',
    place: { path: application.path, line: application.line },
    target: applicationKey(application),
    children: [...order, ...kept, ...unread, ...unknown],
  };
}

function skippedNodes(file: FileResult): TreeNode[] {
  return file.skipped.map(({ range, reason }, index) => ({
    id: `skipped:${file.path}:${index}`,
    label: words(reason),
    description: `${file.path}:${range.startLine}`,
    icon: 'circle-slash',
    place: { path: file.path, line: range.startLine },
    children: [],
  }));
}
