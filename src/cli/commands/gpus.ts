import { listGpus } from '../../gpu/catalogue';
import type { GpusAnswer } from '../answers';
import type { Command } from '../command';
import { table } from '../../words/texts/table';

export const gpus: Command = {
  name: 'gpus',
  summary: 'Lists the GPU catalogue with the source of each figure.',
  usage: '[--json]',
  options: {},
  run: () => {
    const all = listGpus();
    const rows = all.map((gpu) => [
      gpu.id,
      gpu.name,
      gpu.computeCapability,
      String(gpu.sms),
      String(gpu.dram.peakGBs ?? '–'),
      gpu.simulatedOnly ? 'simulated only' : '',
    ]);
    return Promise.resolve({
      json: { gpus: all } satisfies GpusAnswer,
      text: table(['id', 'name', 'cc', 'SMs', 'GB/s', ''], rows),
    });
  },
};
