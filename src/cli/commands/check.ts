import { parseBaseline } from '../../analysis/check/baseline';
import { checkWorkspace, judged } from '../../analysis/check/checkWorkspace';
import { isIncomplete, judgedNothing } from '../../analysis/results/checkResult';
import { readJson } from '../../files/json';
import { writeWhole } from '../../files/writeFile';
import { SHARING_MODES } from '../../kernel/prediction';
import { say } from '../../words/say';
import { checkReport } from '../../words/texts/checkTexts';
import { code } from '../../words/texts/page';
import type { CheckAnswer } from '../answers';
import { annotation, faultAnnotation, raceAnnotation, unjudgedAnnotation } from '../check/annotations';
import { withRelativePaths } from '../check/relativePaths';
import { sarif } from '../check/sarif';
import { text, UsageError, type Command, type OptionValues } from '../command';
import { readFrom } from '../../files/readFrom';
import { ARGUMENTS, GPU, settingsOf, simulatedKernels, simulateOption } from '../projectOptions';
import { analyzePaths } from '../session';
import { withSimulatedKernels } from '../simulations';
import { versionNumber } from '../version';
import { message } from '../../kernel/message';

/** Kernels simulated unless the command line says otherwise; only their pairs that can meet. */
const KERNELS = 20;
const PART = { pairs: 'meeting', blocks: false } as const;

/** Something is wrong with the sources that were checked. */
const EXIT_FOUND = 3;
/** A limit or a baseline was given, and nothing could be held against it; where all is asked for, not all. */
const EXIT_NOT_JUDGED = 4;

export const check: Command = {
  name: 'check',
  summary: message('cli.check.summary'),
  usage:
    'PATH… [--max-slowdown X] [--running] [--complete] [--baseline FILE] [--sarif FILE] [--gpu ID] [--arguments a=1,b=2] [--mode MODE] [--simulate KERNELS] [--json]',
  takes: message('cli.takes.baseline'),
  options: {
    arguments: ARGUMENTS,
    'max-slowdown': {
      type: 'string',
      value: 'X',
      help: message('cli.check.maxSlowdown'),
    },
    running: { type: 'boolean', help: message('cli.check.running') },
    complete: { type: 'boolean', help: message('cli.check.complete') },
    baseline: {
      type: 'string',
      value: 'FILE',
      help: message('cli.check.baseline'),
    },
    sarif: { type: 'string', value: 'FILE', help: message('cli.check.sarif') },
    gpu: GPU,
    mode: {
      type: 'string',
      value: 'MODE',
      help: message('cli.check.mode', { modes: SHARING_MODES, streams: 'streams' }),
    },
    simulate: simulateOption(KERNELS, message('cli.check.simulate')),
  },
  run: async ({ positionals, options, ...said }) => {
    const most = maxSlowdownOf(options);
    const kernels = simulatedKernels(options, KERNELS);
    const before = await baselineFile(options);
    const analyzed = await analyzePaths(positionals, settingsOf(options), said);
    const results =
      kernels === 0 ? analyzed.results : await withSimulatedKernels(analyzed, kernels, PART, said);
    const found = withRelativePaths(checkWorkspace(results), process.cwd());
    const answer: CheckAnswer = judged(
      found,
      most,
      before === null ? null : await readFrom(before.file, () => parseBaseline(before.content, found)),
      options['running'] === true ? 'running' : 'slowdown',
      options['complete'] === true,
    );
    const file = text(options, 'sarif');
    if (file !== undefined) await writeWhole(file, JSON.stringify(sarif(answer, await versionNumber())));
    const isOnGitHub = process.env['GITHUB_ACTIONS'] === 'true';
    const annotations = isOnGitHub ? annotationsOf(answer) : [];
    if (options['json']) annotations.forEach(said.note);
    return {
      json: answer,
      text: [checkReport(answer), ...annotations.map(code)].join('\n'),
      exitCode: exitCodeOf(answer),
    };
  },
};

/** Findings, races, what fails as written, and where something is judged the pairs that could not be. */
function annotationsOf({ races, faults, findings, unjudged, held }: CheckAnswer): readonly string[] {
  return [
    ...races.map(raceAnnotation),
    ...faults.map(faultAnnotation),
    ...findings.map(annotation),
    ...(held === null ? [] : unjudged.map(unjudgedAnnotation)),
  ];
}

function exitCodeOf(answer: CheckAnswer): 0 | typeof EXIT_FOUND | typeof EXIT_NOT_JUDGED {
  const isFound = answer.findings.some(({ level }) => level === 'error');
  if (isFound || answer.faults.some(({ isNew }) => isNew)) return EXIT_FOUND;
  return judgedNothing(answer) || isIncomplete(answer) ? EXIT_NOT_JUDGED : 0;
}

function maxSlowdownOf(options: OptionValues): number | null {
  const given = text(options, 'max-slowdown');
  if (given === undefined) return null;
  const limit = Number(given);
  if (!(limit >= 1) || !Number.isFinite(limit))
    throw new UsageError(say('cli.maxSlowdown', { option: '--max-slowdown', given }));
  return limit;
}

/** Read before anything is analyzed: a path that is mistyped shows at once. */
async function baselineFile(
  options: OptionValues,
): Promise<{ readonly file: string; readonly content: unknown } | null> {
  const file = text(options, 'baseline');
  return file === undefined ? null : { file, content: await readJson(file) };
}
