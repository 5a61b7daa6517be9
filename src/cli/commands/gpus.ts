import { listGpus } from '../../gpu/catalogue';
import type { GpusAnswer } from '../answers';
import type { Command } from '../command';
import { table } from '../../words/texts/table';
import { message } from '../../kernel/message';
import { say } from '../../words/say';

export const gpus: Command = {
  name: 'gpus',
  summary: message('cli.gpus.summary'),
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
      gpu.simulatedOnly ? say('cli.gpus.simulatedOnly') : '',
    ]);
    return Promise.resolve({
      json: { gpus: all } satisfies GpusAnswer,
      text: table(
        [
          say('cli.gpus.id'),
          say('cli.gpus.name'),
          say('cli.gpus.capability'),
          say('cli.gpus.sms'),
          'GB/s',
          '',
        ],
        rows,
      ),
    });
  },
};
