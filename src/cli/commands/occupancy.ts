import { requireGpu } from '../../gpu/findGpu';
import { occupancy as compute } from '../../gpu/occupancy';
import type { OccupancyAnswer } from '../answers';
import { text, UsageError, whole, type Command } from '../command';
import { message } from '../../kernel/message';
import { say } from '../../words/say';
import { titleOf } from '../../words/titleOf';

export const occupancy: Command = {
  name: 'occupancy',
  summary: message('cli.occupancy.summary'),
  usage: '--gpu ID --block THREADS --regs REGISTERS [--smem BYTES] [--static-smem BYTES] [--json]',
  options: {
    gpu: { type: 'string', value: 'ID', help: message('cli.option.gpuOfList') },
    block: { type: 'string', value: 'THREADS', help: message('cli.occupancy.block') },
    regs: { type: 'string', value: 'REGISTERS', help: message('cli.occupancy.registers') },
    smem: { type: 'string', value: 'BYTES', help: message('cli.occupancy.dynamicShared'), otherwise: 0 },
    'static-smem': {
      type: 'string',
      value: 'BYTES',
      help: message('cli.occupancy.staticShared'),
      otherwise: 0,
    },
  },
  run: ({ options }) => {
    const id = text(options, 'gpu');
    if (id === undefined) throw new UsageError(say('cli.fault.missing', { option: '--gpu' }));
    const gpu = requireGpu(id);
    const result = compute(gpu.limits, {
      threadsPerBlock: whole(options, 'block', 1),
      registersPerThread: whole(options, 'regs', 0),
      dynamicSharedBytes: whole(options, 'smem', 0, 0),
      staticSharedBytes: whole(options, 'static-smem', 0, 0),
    });

    return Promise.resolve({
      json: { gpu: gpu.id, ...result } satisfies OccupancyAnswer,
      text: say('cli.occupancy.answer', {
        gpu: gpu.name,
        blocks: result.blocksPerSm,
        warps: result.warpsPerSm,
        occupancy: result.occupancy,
        limiter: result.reason ?? titleOf('limiter', result.limiter),
      }),
    });
  },
};
