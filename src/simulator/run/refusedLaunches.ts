import { message, type Message } from '../../kernel/message';
import { hasGridBarrier } from '../../kernel/gridBarrier';
import type { Machine } from './machine';

/** Launches whose blocks wait for each other although they are never all on their SMs: CUDA refuses those. */
export function refusedLaunches({ plan, partition }: Machine): readonly Message[] {
  const { kernels, app, blocksPerSm } = plan.kernels;
  return kernels.flatMap(({ name, blocks, source }, kernel): Message[] => {
    if (!hasGridBarrier(source.program.body)) return [];
    const perSm = blocksPerSm[kernel]!;
    // Who takes turns has all SMs in its turn.
    const most = plan.sliceCycles > 0 ? perSm * partition.sms : partition.mostBlocks(app[kernel]!, perSm);
    if (blocks <= most) return [];
    const what = message('simulator.launchRefused', { name, blocks, most });
    return [message('kernel.at', { place: `${source.field}.launch.grid`, what })];
  });
}
