import { writeFile } from 'node:fs/promises';
import { parseBaseline, type Baseline } from '../../analysis/check/baseline';
import { checkWorkspace, judged } from '../../analysis/check/checkWorkspace';
import type { CheckResult } from '../../analysis/results/checkResult';
import { SHARING_MODES } from '../../kernel/prediction';
import { say } from '../../words/say';
import { checkReport } from '../../words/texts/checkTexts';
import { code } from '../../words/texts/page';
import type { CheckAnswer } from '../answers';
import { annotation } from '../check/annotations';
import { withRelativePaths } from '../check/relativePaths';
import { sarif } from '../check/sarif';
import { text, UsageError, type Command, type OptionValues } from '../command';
import { readFrom, readJson } from '../scenarioFile';
import { analyzePaths, settingsOf, simulatedKernels } from '../session';
import { withSimulatedMeetings } from '../simulations';
import { versionNumber } from '../version';

/** Kernels simulated unless the command line says otherwise; only their pairs that can meet. */
const KERNELS = 20;

/** Something is wrong with the sources that were checked. */
const EXIT_FOUND = 3;

export const check: Command = {
  name: 'check',
  summary:
    'For continuous integration: fails where kernels that can run together slow each other down too much, or more than before.',
  usage:
    'PATH… [--max-slowdown X] [--baseline FILE] [--sarif FILE] [--gpu ID] [--mode MODE] [--simulate KERNELS] [--json]',
  options: {
    'max-slowdown': {
      type: 'string',
      value: 'X',
      help: 'how many times as long a kernel may take beside another one, e.g. 1.5',
    },
    baseline: {
      type: 'string',
      value: 'FILE',
      help: 'an earlier corun check --json: what got worse beyond its error fails',
    },
    sarif: { type: 'string', value: 'FILE', help: 'writes what is wrong as SARIF 2.1.0, for code scanning' },
    gpu: {
      type: 'string',
      value: 'ID',
      help: 'GPU that answers are for, of those that corun gpus lists',
      otherwise: 'that of the profiles, else h100-sxm',
    },
    mode: {
      type: 'string',
      value: 'MODE',
      help: `how applications share the GPU: ${SHARING_MODES.join(', ')}; kernels of different programs meet in all but streams`,
    },
    simulate: {
      type: 'string',
      value: 'KERNELS',
      help: 'most kernels that are simulated, and their pairs that can meet, 0 for none',
      otherwise: KERNELS,
    },
  },
  run: async ({ positionals, options, ...said }) => {
    const most = maxSlowdownOf(options);
    const kernels = simulatedKernels(options, KERNELS);
    const analyzed = await analyzePaths(positionals, settingsOf(options), said);
    const results = kernels === 0 ? analyzed.results : await withSimulatedMeetings(analyzed, kernels, said);
    const found = withRelativePaths(checkWorkspace(results), process.cwd());
    const answer: CheckAnswer = judged(found, most, await baselineOf(options, found));
    const { findings } = answer;
    const file = text(options, 'sarif');
    if (file !== undefined) await writeFile(file, JSON.stringify(sarif(findings, await versionNumber())));
    const annotations = process.env['GITHUB_ACTIONS'] === 'true' ? findings.map(annotation) : [];
    if (options['json']) annotations.forEach(said.note);
    return {
      json: answer,
      text: [checkReport(answer), ...annotations.map(code)].join('\n'),
      exitCode: findings.some(({ level }) => level === 'error') ? EXIT_FOUND : 0,
    };
  },
};

function maxSlowdownOf(options: OptionValues): number | null {
  const given = text(options, 'max-slowdown');
  if (given === undefined) return null;
  const limit = Number(given);
  if (!(limit >= 1) || !Number.isFinite(limit)) throw new UsageError(say('cli.maxSlowdown', { given }));
  return limit;
}

async function baselineOf(options: OptionValues, now: CheckResult): Promise<Baseline | null> {
  const file = text(options, 'baseline');
  if (file === undefined) return null;
  const content = await readJson(file);
  return readFrom(file, () => parseBaseline(content, now));
}
