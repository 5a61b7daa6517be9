import { ORIGIN_MARK, type Assumption } from '../../kernel/origin';
import { InputError } from '../../kernel/result';
import { blockEvidence, type KernelResult } from '../../analysis/results/kernelResult';
import type { WorkspaceResults } from '../../analysis/results/workspaceResults';
import { errorLine } from '../errorLine';
import { factor, percent, sourced } from '../format';
import { fairSplitText } from './fairSplitText';
import type { Prediction } from '../../kernel/prediction';
import { words } from '../words';
import {
  blockSummary,
  classSummary,
  coRunSummary,
  measuredSummary,
  factorsText,
  dividedParts,
  dividedSummaries,
  fairSplitSummaries,
} from './summaries';

/** What the marks at numbers mean; a reader who does not see the views needs it with every answer. */
const LEGEND =
  '● measured, ◐ simulated, ○ predicted, ◌ assumed; ×1.50 is a slowdown: 1.5 times the time that the kernel takes alone.';

const MOST_KERNELS = 60;
const MOST_ASSUMPTIONS = 8;

/** Every kernel of the workspace in one line. */
export function kernelsAnswer(results: WorkspaceResults): string {
  const kernels = allKernels(results);
  const lines = kernels.slice(0, MOST_KERNELS).map((kernel) => `- ${oneLine(kernel)}`);
  const more = kernels.length - lines.length;
  return [
    `${kernels.length} CUDA kernels, answers for ${results.gpu.name}, sharing mode ${results.mode}.`,
    ...lines,
    ...(more > 0 ? [`${more} more kernels are not listed.`] : []),
    LEGEND,
  ].join('\n');
}

/**
 * Everything that is known of a kernel.
 * @throws InputError when there is none, or several, of that name
 */
export function kernelAnswer(results: WorkspaceResults, name: string): string {
  const kernel = kernelNamed(results, name);
  const { registers, simulation, assumptions, refused } = kernel;
  if (refused !== null) return `${oneLine(kernel)}\nNot analysed: ${words(refused)}`;
  const uses = simulation?.status === 'done' ? simulation.resources : kernel.bottlenecks;
  return [
    oneLine(kernel),
    `Parameters: ${kernel.parameters || 'none'}`,
    ...(registers ? [`Registers: ${sourced(registers)} per thread – ${words(registers.from)}`] : []),
    `Uses: ${uses.map(({ resource, share }) => `${resource} ${percent(share.value)} ${ORIGIN_MARK[share.origin]}`).join(', ') || 'not known'}`,
    ...(simulation?.stalls.length
      ? [
          `Warps wait for: ${simulation.stalls.map(({ resource, share }) => `${resource} ${percent(share.value)}`).join(', ')} ◐`,
        ]
      : []),
    ...(kernel.block
      ? [`Block size: ${blockSummary(kernel) ?? 'no advice'} – ${words(blockEvidence(kernel.block))}`]
      : []),
    ...kernel.divided.map((range) => `With half of the SMs: ${dividedParts(range)} ○`),
    ...assumed(assumptions),
    LEGEND,
  ].join('\n');
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
  const lines = [`${first.name} beside ${second.name} on ${gpu.name}, sharing mode ${mode}:`];
  if (cell) {
    const parts = Object.entries(cell.parts).map(([part, value]) => `${part} ${value.toFixed(2)}`);
    lines.push(
      `${factor(cell.slowdown)} ${ORIGIN_MARK[cell.origin]} by ${cell.predictor}${parts.length > 0 ? ` (${parts.join(', ')})` : ''}; ${errorLine(cell.error)}`,
      ...cell.validOnly.map((condition) => `Holds only while: ${words(condition)}`),
      ...assumed(cell.assumptions),
    );
  } else lines.push('There is no prediction for this pair in this mode.');
  for (const answer of answers.filter(({ split }) => split !== undefined))
    lines.push(...dividedLines(answer));
  return [...lines, LEGEND].join('\n');
}

/** What a predictor says of a pair of which each kernel has SMs of its own. */
function dividedLines(answer: Prediction): string[] {
  const { slowdown, split, origin, predictor, error, warnings = [], fairSplit } = answer;
  return [
    `On ${split![0]} SMs each: ${factor(slowdown)} ${ORIGIN_MARK[origin]} = ${factorsText(answer)}; ${predictor}, ${errorLine(error)}`,
    ...warnings.map((line) => `Unsure: ${words(line)}`),
    ...(fairSplit ? [`Fair split of the SMs: ${fairSplitText(fairSplit)}`] : []),
  ];
}

function allKernels({ files }: WorkspaceResults): KernelResult[] {
  return files.flatMap(({ kernels }) => kernels);
}

function oneLine(kernel: KernelResult): string {
  const facts = [
    classSummary(kernel),
    measuredSummary(kernel),
    blockSummary(kernel),
    coRunSummary(kernel),
    ...dividedSummaries(kernel),
    ...fairSplitSummaries(kernel),
  ].filter((text) => text !== null);
  return `${kernel.qualifiedName} (${kernel.path}:${kernel.line}): ${facts.join('; ') || 'nothing known yet'}`;
}

function kernelNamed(results: WorkspaceResults, name: string): KernelResult {
  const found = allKernels(results).filter((kernel) =>
    [kernel.id, kernel.name, kernel.qualifiedName, `${kernel.path}:${kernel.line}`].includes(name),
  );
  const [only, ...others] = found;
  if (only === undefined) throw new InputError(`there is no kernel '${name}'`, 'unknown-kernel');
  if (others.length === 0) return only;
  const places = found.map(({ path, line }) => `${path}:${line}`).join(', ');
  throw new InputError(`'${name}' is ambiguous; name one of ${places}`, 'ambiguous-kernel');
}

function assumed(assumptions: readonly Assumption[]): string[] {
  return assumptions.slice(0, MOST_ASSUMPTIONS).map(({ text }) => `Assumed ◌: ${words(text)}`);
}
