import { blockEvidence, type KernelResult } from '../../analysis/results/kernelResult';
import type { Bottleneck } from '../../analysis/results/bottleneck';
import { guessedNumbers } from '../../analysis/results/openNumbers';
import type { WorkspaceResults } from '../../analysis/results/workspaceResults';
import { ORIGIN_MARK } from '../../kernel/origin';
import { bytes, percent, sourced } from '../format';
import { say } from '../say';
import { titleOf } from '../titleOf';
import { words } from '../words';
import { changeText } from './baselineTexts';
import { coRunRows, dividedRows, type HoverRows } from './coRunRows';
import { chosenNumbers, fitSummary } from './fitTexts';
import { limiterText, occupancyText } from './occupancyText';
import { blockSummary, guessedText, sizesToSet } from './summaries';

const SHOWN_BOTTLENECKS = 3;

/** The full story of a kernel for its hover, with the origin of each number. */
export function kernelRows(kernel: KernelResult, results: WorkspaceResults): HoverRows {
  return [
    ...timeRows(kernel),
    ...changeRows(kernel, results),
    ...classRows(kernel),
    // What can be done comes before what it rests on: a hover shows its first rows only.
    ...coRunRows(kernel),
    ...blockRows(kernel),
    ...dividedRows(kernel, results),
    ...useRows(kernel),
    ...resourceRows(kernel),
    ...fitRows(kernel),
  ];
}

function classRows({ kernelClass }: KernelResult): HoverRows {
  if (!kernelClass) return [];
  const { busiest } = kernelClass;
  const said = { kind: titleOf('class', kernelClass.kind), clocks: clocksText(kernelClass) };
  if (busiest === null) return [[say('hover.class'), say('hover.classIs', said)]];
  const { resource, share } = busiest;
  const use = {
    resource: titleOf('resource', resource),
    share: share.value,
    mark: ORIGIN_MARK[share.origin],
  };
  return [[say('hover.class'), say('hover.classAsRun', { ...said, ...use })]];
}

/** What computing and memory take by the instructions, one over the other. */
function clocksText({ computeClocks, memoryClocks }: NonNullable<KernelResult['kernelClass']>): string {
  const [compute, memory] = [computeClocks.value, memoryClocks.value];
  const isCompute = compute >= memory;
  const factor = isCompute ? compute / memory : memory / compute;
  const told = { mark: ORIGIN_MARK[computeClocks.origin], from: computeClocks.from };
  if (!Number.isFinite(factor)) return say('hover.classOnly', told);
  return say(isCompute ? 'hover.classCompute' : 'hover.classMemory', { ...told, factor });
}

/** What limits the warps on an SM, with the block's resources that make it so. */
function resourceRows(kernel: KernelResult): HoverRows {
  const { threadsPerBlock, registers, registerRange, staticSharedBytes, occupancy } = kernel;
  const rows: HoverRows = [];
  if (occupancy)
    rows.push([
      say('hover.occupancy'),
      say('hover.occupancyIs', {
        occupancy: occupancyText(occupancy),
        mark: ORIGIN_MARK[occupancy.source.origin],
        blocks: occupancy.blocksPerSm,
        limiter: limiterText(occupancy),
      }),
    ]);
  if (threadsPerBlock)
    rows.push([
      say('hover.block'),
      say('hover.threads', { threads: sourced(threadsPerBlock), from: threadsPerBlock.from }),
    ]);
  if (registers)
    rows.push([
      say('hover.registers'),
      registerRange === null
        ? say('hover.perThread', { registers: sourced(registers), from: registers.from })
        : say('hover.perThreadBetween', {
            ...registerRange,
            registers: sourced(registers),
            from: registers.from,
          }),
    ]);
  if (staticSharedBytes)
    rows.push([
      say('hover.sharedMemory'),
      say('hover.static', {
        bytes: `${bytes(staticSharedBytes.value)} ${ORIGIN_MARK[staticSharedBytes.origin]}`,
        from: staticSharedBytes.from,
      }),
    ]);
  return rows;
}

function timeRows(kernel: KernelResult): HoverRows {
  const { time } = kernel;
  const guessed = guessedText(guessedNumbers(kernel));
  const told = time && [sourced(time), guessed].filter((text) => text !== null).join(' ');
  const text = time ? `${told} – ${words(time.from)}` : sizesToSet(kernel);
  return text === null ? [] : [[say('hover.time'), text]];
}

function changeRows({ id }: KernelResult, { changes }: WorkspaceResults): HoverRows {
  const text = changeText(changes?.kernels[id]);
  return text === null ? [] : [[say('baseline.row'), text]];
}

/** What it uses most, as simulated or else as estimated, and what its warps wait for. */
function useRows({ bottlenecks, simulation }: KernelResult): HoverRows {
  const shares = ({ resource, share }: Bottleneck): string =>
    `${titleOf('resource', resource)} ${percent(share.value)} ${ORIGIN_MARK[share.origin]}`;
  const isSimulated = simulation?.status === 'done';
  const used = (isSimulated ? simulation.resources : bottlenecks).slice(0, SHOWN_BOTTLENECKS);
  const rows: HoverRows = used.length > 0 ? [[say('hover.uses'), used.map(shares).join(', ')]] : [];
  if (isSimulated && simulation.stalls.length > 0)
    rows.push([say('hover.waitFor'), simulation.stalls.slice(0, SHOWN_BOTTLENECKS).map(shares).join(', ')]);
  if (simulation?.status === 'refused')
    rows.push([say('hover.notSimulated'), words(simulation.reason ?? '')]);
  return rows;
}

/** How near the simulated program is to the profile, and what was chosen for that. */
function fitRows({ simulation }: KernelResult): HoverRows {
  const fit = simulation?.fit;
  return fit ? [[say('hover.program'), [fitSummary(fit), ...chosenNumbers(fit)].join('; ')]] : [];
}

function blockRows(kernel: KernelResult): HoverRows {
  const block = blockSummary(kernel);
  return block && kernel.block
    ? [[say('hover.blockSize'), `${block} – ${words(blockEvidence(kernel.block))}`]]
    : [];
}
