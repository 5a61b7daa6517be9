import { requireGpu } from '../../gpu/findGpu';
import { occupancy as compute } from '../../gpu/occupancy';
import type { OccupancyAnswer } from '../answers';
import { text, UsageError, whole, type Command } from '../command';
import { words } from '../../words';

export const occupancy: Command = {
  name: 'occupancy',
  summary: 'Resident blocks and warps per SM, and what limits them.',
  usage: '--gpu ID --block THREADS --regs REGISTERS [--smem BYTES] [--static-smem BYTES] [--json]',
  options: {
    gpu: { type: 'string', value: 'ID', help: 'GPU, of those that corun gpus lists' },
    block: { type: 'string', value: 'THREADS', help: 'threads of a block' },
    regs: { type: 'string', value: 'REGISTERS', help: 'registers of a thread' },
    smem: { type: 'string', value: 'BYTES', help: 'dynamic shared memory of a block', otherwise: 0 },
    'static-smem': { type: 'string', value: 'BYTES', help: 'static shared memory of a block', otherwise: 0 },
  },
  run: ({ options }) => {
    const id = text(options, 'gpu');
    if (id === undefined) throw new UsageError('--gpu is missing');
    const gpu = requireGpu(id);
    const result = compute(gpu.limits, {
      threadsPerBlock: whole(options, 'block', 1),
      registersPerThread: whole(options, 'regs', 0),
      dynamicSharedBytes: whole(options, 'smem', 0, 0),
      staticSharedBytes: whole(options, 'static-smem', 0, 0),
    });
    const share = `${(result.occupancy * 100).toFixed(1)} %`;
    return Promise.resolve({
      json: { gpu: gpu.id, ...result } satisfies OccupancyAnswer,
      text: `${gpu.name}: ${result.blocksPerSm} blocks and ${result.warpsPerSm} warps per SM, occupancy ${share}, limited by ${words(result.reason ?? result.limiter)}`,
    });
  },
};
