import { gpuOfTraces, traceCoRun, USUAL_CO_RUN } from '../../analysis/applications/traceCoRun';
import { requireGpu } from '../../gpu/findGpu';
import { message } from '../../kernel/message';
import { say } from '../../words/say';
import { saidOnce } from '../../words/texts/saidOnce';
import { standInGpu } from '../../words/texts/standInGpu';
import { table } from '../../words/texts/table';
import { words } from '../../words/words';
import { togetherColumns, togetherRow, togetherVerdict } from '../../words/texts/togetherTexts';
import type { TogetherAnswer } from '../answers';
import { ALONE, aloneTimes } from '../aloneOption';
import { COLOCATION_OPTIONS, latencyPredictor } from '../colocationOptions';
import { text, UsageError, whole, type Command } from '../command';
import { counterFiles, readProfiles } from '../readProfiles';
import { inputWarningLines } from '../warningLines';

const { phases: PHASES } = USUAL_CO_RUN;

export const together: Command = {
  name: 'together',
  summary: message('cli.together.summary'),
  usage:
    'TRACE TRACE… [--alone MS,MS…] [--counters PROFILE]… [--gpu ID] [--predictor ID] [--phases N] [--seed N] [--json]',
  options: {
    alone: ALONE,
    counters: { type: 'string', multiple: true, value: 'PROFILE', help: message('cli.together.counters') },
    gpu: {
      type: 'string',
      value: 'ID',
      help: message('cli.option.gpu'),
      otherwise: message('cli.together.gpuOfTraces'),
    },
    predictor: COLOCATION_OPTIONS['predictor']!,
    phases: { type: 'string', value: 'N', help: message('cli.together.phases'), otherwise: PHASES },
    seed: COLOCATION_OPTIONS['seed']!,
  },
  run: async ({ positionals, options }) => {
    if (positionals.length < 2) throw new UsageError(say('cli.together.twoTraces'));
    const files = await readProfiles(positionals);
    const counted = await readProfiles(counterFiles(options));
    const given = text(options, 'gpu');
    const json: TogetherAnswer = traceCoRun(files, counted, {
      gpu: given === undefined ? gpuOfTraces(files) : requireGpu(given),
      predictor: latencyPredictor(options),
      phases: whole(options, 'phases', 1, PHASES),
      seed: whole(options, 'seed', 0, 1),
      aloneNs: aloneTimes(options, files.length),
    });
    const warnings = [...files, ...counted].flatMap((file) => file.warnings);
    return { json, text: [report(json), ...inputWarningLines(warnings)].join('\n') };
  },
};

function report(result: TogetherAnswer): string {
  const { gpuName, predictor, applications, assumptions } = result;
  const { standIns, others } = standInGpu(assumptions);
  return [
    say('cli.together.head', { gpuName, predictor }),
    ...saidOnce(standIns).map(words),
    table(togetherColumns(), applications.map(togetherRow)),
    ...togetherVerdict(result),
    ...saidOnce(others).map((assumption) => say('cli.assumed', { assumption })),
  ].join('\n');
}
