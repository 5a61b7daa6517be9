import type { ProgramShareAnswer } from '../analysis/results/programShareResult';
import type { GpuSpec } from '../kernel/gpuSpec';
import { words } from '../words';
import { say } from '../words/say';
import { splitReport } from './timedSplitReport';

/** What `corun split` prints of programs of a workspace. */
export function programSplitReport({ split, assumptions }: ProgramShareAnswer, gpu: GpuSpec): string {
  const { predictor, leftForEven } = split;
  const head = say('cli.split.programsHead', { gpu: gpu.name, sms: gpu.sms, predictor });
  return [
    splitReport(head, split),
    ...(leftForEven === null ? [] : [say('split.leftForEven', { sms: leftForEven.join(':') })]),
    say('split.again'),
    ...split.unsure.map((line) => say('cli.warning', { line: words(line) })),
    ...assumptions.map((line) => say('cli.assumed', { assumption: line })),
  ].join('\n');
}
