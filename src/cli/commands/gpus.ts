import { listGpus } from '../../gpu/catalogue';
import { requireGpu } from '../../gpu/findGpu';
import { message } from '../../kernel/message';
import type { GpuSpec } from '../../kernel/gpuSpec';
import { gpuNumbers } from '../../simulator/numbers/gpuNumbers';
import { say } from '../../words/say';
import { table } from '../../words/texts/table';
import { words } from '../../words/words';
import type { GpusAnswer } from '../answers';
import { UsageError, type Answer, type Command } from '../command';
import { withGpuFiles } from '../gpuFiles';

export const gpus: Command = {
  name: 'gpus',
  summary: message('cli.gpus.summary'),
  usage: '[ID|FILE] [--json]',
  options: {},
  run: async ({ positionals: [name, ...more], note }) => {
    if (more.length > 0) throw new UsageError(say('cli.gpus.oneId'));
    return name === undefined ? list() : numbers(requireGpu(await withGpuFiles(name, note)));
  },
};

function list(): Answer {
  const all = listGpus();
  const rows = all.map((gpu) => [
    gpu.id,
    gpu.name,
    gpu.computeCapability,
    String(gpu.sms),
    String(gpu.dram.peakGBs ?? '–'),
    gpu.simulatedOnly ? say('cli.gpus.simulatedOnly') : '',
  ]);
  const head = [
    say('cli.gpus.id'),
    say('cli.gpus.name'),
    say('cli.gpus.capability'),
    say('cli.gpus.sms'),
    'GB/s',
    '',
  ];
  return { json: { gpus: all } satisfies GpusAnswer, text: table(head, rows) };
}

/** Every number of one GPU, with how it is known. */
function numbers(gpu: GpuSpec): Answer {
  const all = gpuNumbers(gpu);
  const rows = all.map(({ field, value, kind, source }) => [
    field,
    String(Number(value.toPrecision(6))),
    say(`cli.gpus.kind.${kind}`),
    words(source),
  ]);
  const head = [say('cli.gpus.number'), say('cli.gpus.value'), say('cli.gpus.kind'), say('cli.gpus.source')];
  return { json: { gpus: [gpu], numbers: all } satisfies GpusAnswer, text: table(head, rows) };
}
