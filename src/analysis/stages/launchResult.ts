import { occupancy } from '../../gpu/occupancy';
import { waves } from '../../gpu/waves';
import type { GpuSpec } from '../../kernel/gpuSpec';
import { message, plain, type Words } from '../../kernel/message';
import type { Launch, LaunchAttributes } from '../../kernel/kernel';
import { isByteCount, isLaunchable, resolveDim3, volume, type SymbolicValue } from '../../kernel/symbolic';
import type { LaunchRace, LaunchResult } from '../results/kernelResult';
import type { KernelFacts } from './kernelFacts';
import { namesIn } from './numbersSet';

/** A launch as shown: extents as numbers where they are known, else as written. */
export function launchResult(
  launch: Launch,
  facts: KernelFacts | undefined,
  gpu: GpuSpec,
  races: readonly LaunchRace[],
): LaunchResult {
  const extents = [...launch.grid, ...launch.block];
  const values = [...extents, launch.sharedBytes];
  const settable = namesIn(extents);
  return {
    path: launch.path,
    line: launch.line,
    range: launch.range,
    callee: launch.callee,
    kernelIds: launch.kernelIds,
    grid: launch.grid.map(shown),
    block: launch.block.map(shown),
    sharedBytes: shown(launch.sharedBytes),
    stream: shown(launch.stream),
    unknowns: [...new Set(values.flatMap((value) => value.unknowns))],
    ...(settable.length === 0 ? {} : { settable }),
    assumptions: launchAssumptions(launch),
    waves: launchWaves(launch, facts, gpu),
    ...(races.length === 0 ? {} : { races }),
  };
}

/** What the configuration of a launch rests on, each thing once. */
export function launchAssumptions({
  grid,
  block,
  sharedBytes,
  variants,
  attributes,
}: Launch): readonly Words[] {
  const notes = [...grid, ...block, sharedBytes].flatMap((value) => value.notes ?? []);
  const repeated = variants === undefined ? [] : [message('cuda.launchVariants', { variants })];
  const asked = attributes === undefined ? [] : attributeNotes(attributes);
  return [...new Map([...repeated, ...asked, ...notes].map((note) => [plain(note), note])).values()];
}

/** What is asked for by attributes, and that nothing here answers to it. */
function attributeNotes({ cluster, startsEarly }: LaunchAttributes): Words[] {
  return [
    ...(cluster === undefined ? [] : [message('cuda.launchCluster', { cluster: cluster.join(' × ') })]),
    ...(startsEarly === true ? [message('cuda.launchStartsEarly')] : []),
  ];
}

/** The number when it is known, else the expression. */
export function shown(value: SymbolicValue): number | string {
  return value.value ?? value.text;
}

function launchWaves(launch: Launch, facts: KernelFacts | undefined, gpu: GpuSpec): LaunchResult['waves'] {
  const grid = resolveDim3(launch.grid);
  const block = resolveDim3(launch.block);
  if (!grid || !block || !facts) return null;
  const dynamicSharedBytes = launch.sharedBytes.value ?? 0;
  if (!isLaunchable(grid) || !isLaunchable(block) || !isByteCount(dynamicSharedBytes)) return null;
  const wavesOf = (registersPerThread: number): ReturnType<typeof waves> => {
    const { blocksPerSm } = occupancy(gpu.limits, {
      threadsPerBlock: volume(block),
      registersPerThread,
      staticSharedBytes: facts.staticSharedBytes.value,
      dynamicSharedBytes,
    });
    return waves(volume(grid), blocksPerSm, gpu.sms);
  };
  const { registers, registerRange } = facts;
  const [few, many] = [registerRange?.least, registerRange?.most].map((count) =>
    wavesOf(count ?? registers.value),
  );
  if (!few || !many) return null;
  return { count: few.waves, tail: few.waves === many.waves ? few.tailFill : null, most: many.waves };
}
