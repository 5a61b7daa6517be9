import { ORIGIN_MARK, type Assumption } from '../../kernel/origin';
import { InputError } from '../../kernel/result';
import { blockEvidence, type KernelResult } from '../../analysis/results/kernelResult';
import type { WorkspaceResults } from '../../analysis/results/workspaceResults';
import { errorLine } from '../errorLine';
import { factor, percent, sourced } from '../format';
import type { Bottleneck } from '../../analysis/results/bottleneck';
import { fairSplitText } from './fairSplitText';
import type { Prediction } from '../../kernel/prediction';
import {
  blockSummary,
  classSummary,
  coRunSummary,
  timeSummary,
  factorsText,
  dividedParts,
  dividedSummary,
  fairSplitSummary,
} from './summaries';
import { message } from '../../kernel/message';
import { say } from '../say';
import { titleOf } from '../titleOf';

/** What the marks at numbers mean; a reader who does not see the views needs it with every answer. */
const legend = (): string => say('tools.legend');

const MOST_KERNELS = 60;
const MOST_ASSUMPTIONS = 8;

/** Every kernel of the workspace in one line. */
export function kernelsAnswer(results: WorkspaceResults): string {
  const kernels = allKernels(results);
  const lines = kernels.slice(0, MOST_KERNELS).map((kernel) => `- ${oneLine(kernel)}`);
  const more = kernels.length - lines.length;
  return [
    say('tools.kernels', { kernels: kernels.length, gpu: results.gpu.name, mode: results.mode }),
    ...lines,
    ...(more > 0 ? [say('tools.moreKernels', { more })] : []),
    legend(),
  ].join('\n');
}

/**
 * Everything that is known of a kernel.
 * @throws InputError when there is none, or several, of that name
 */
export function kernelAnswer(results: WorkspaceResults, name: string): string {
  const kernel = kernelNamed(results, name);
  const { registers, simulation, assumptions, refused } = kernel;
  if (refused !== null) return `${oneLine(kernel)}\n${say('tools.notAnalysed', { reason: refused })}`;
  const uses = simulation?.status === 'done' ? simulation.resources : kernel.bottlenecks;
  return [
    oneLine(kernel),
    say('tools.parameters', { parameters: kernel.parameters || say('tools.none') }),
    ...(registers ? [say('tools.registers', { registers: sourced(registers), from: registers.from })] : []),
    say('tools.uses', { uses: usesText(uses) }),
    ...(simulation?.stalls.length
      ? [say('tools.waitFor', { stalls: simulation.stalls.map(shareText), mark: ORIGIN_MARK.simulated })]
      : []),
    ...(kernel.block
      ? [
          say('tools.block', {
            summary: blockSummary(kernel) ?? say('tools.noAdvice'),
            evidence: blockEvidence(kernel.block),
          }),
        ]
      : []),
    ...kernel.divided
      .slice(0, 1)
      .map((range) => say('tools.halfTheSms', { parts: dividedParts(range), mark: ORIGIN_MARK.predicted })),
    ...assumed(assumptions),
    legend(),
  ].join('\n');
}

const shareText = ({ resource, share }: Bottleneck): string =>
  `${titleOf('resource', resource)} ${percent(share.value)}`;

function usesText(uses: readonly Bottleneck[]): string {
  const texts = uses.map((use) => `${shareText(use)} ${ORIGIN_MARK[use.share.origin]}`);
  return texts.length === 0 ? say('tools.notKnown') : texts.join(', ');
}

/**
 * How much a kernel is slowed down beside another.
 * @throws InputError when one of them is not found
 */
export function coRunAnswer(results: WorkspaceResults, victim: string, beside: string): string {
  const [first, second] = [kernelNamed(results, victim), kernelNamed(results, beside)];
  const { matrix, mode, gpu } = results;
  const cell =
    matrix.cells[matrix.kernelIds.indexOf(first.id)]?.[matrix.kernelIds.indexOf(second.id)] ?? null;
  const answers =
    matrix.answers[matrix.kernelIds.indexOf(first.id)]?.[matrix.kernelIds.indexOf(second.id)] ?? [];
  const lines = [say('tools.beside', { first: first.name, second: second.name, gpu: gpu.name, mode })];
  if (cell) {
    const parts = Object.entries(cell.parts).map(
      ([part, value]) => `${titleOf('part', part)} ${value.toFixed(2)}`,
    );
    const by = {
      slowdown: `${factor(cell.slowdown)} ${ORIGIN_MARK[cell.origin]}`,
      predictor: cell.predictor,
      error: errorLine(cell.error),
    };
    lines.push(
      parts.length > 0 ? say('tools.byParts', { ...by, parts }) : say('tools.by', by),
      ...cell.validOnly.map((condition) => say('tools.holdsWhile', { condition })),
      ...assumed(cell.assumptions),
    );
  } else lines.push(say('tools.noPrediction'));
  for (const answer of answers.filter(({ split }) => split !== undefined))
    lines.push(...dividedLines(answer));
  return [...lines, legend()].join('\n');
}

/** What a predictor says of a pair of which each kernel has SMs of its own. */
function dividedLines(answer: Prediction): string[] {
  const { slowdown, split, origin, predictor, error, warnings = [], fairSplit } = answer;
  return [
    say('tools.onSmsEach', {
      sms: split![0]!,
      slowdown: `${factor(slowdown)} ${ORIGIN_MARK[origin]}`,
      factors: factorsText(answer),
      predictor,
      error: errorLine(error),
    }),
    ...warnings.map((text) => say('tools.unsure', { text })),
    ...(fairSplit ? [say('tools.fairSplit', { split: fairSplitText(fairSplit) })] : []),
  ];
}

function allKernels({ files }: WorkspaceResults): KernelResult[] {
  return files.flatMap(({ kernels }) => kernels);
}

function oneLine(kernel: KernelResult): string {
  const facts = [
    classSummary(kernel),
    timeSummary(kernel),
    blockSummary(kernel),
    coRunSummary(kernel),
    dividedSummary(kernel),
    fairSplitSummary(kernel),
  ].filter((text) => text !== null);
  return `${kernel.qualifiedName} (${kernel.path}:${kernel.line}): ${facts.join('; ') || say('summary.nothingYet')}`;
}

function kernelNamed(results: WorkspaceResults, name: string): KernelResult {
  const found = allKernels(results).filter((kernel) =>
    [kernel.id, kernel.name, kernel.qualifiedName, `${kernel.path}:${kernel.line}`].includes(name),
  );
  const [only, ...others] = found;
  if (only === undefined) throw new InputError(message('tools.noKernel', { name }), 'unknown-kernel');
  if (others.length === 0) return only;
  const places = found.map(({ path, line }) => `${path}:${line}`);
  throw new InputError(message('tools.ambiguous', { name, places }), 'ambiguous-kernel');
}

function assumed(assumptions: readonly Assumption[]): string[] {
  return assumptions.slice(0, MOST_ASSUMPTIONS).map(({ text }) => say('tools.assumed', { text }));
}
