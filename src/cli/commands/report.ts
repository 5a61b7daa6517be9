import { writeWhole } from '../../files/writeFile';
import { say } from '../../words/say';
import { reportDocument } from '../../words/texts/reportDocument';
import type { ReportAnswer } from '../answers';
import { text, UsageError, type Command } from '../command';
import { html } from '../../words/report/html';
import { markdown } from '../../words/report/markdown';
import { ARGUMENTS, GPU, MODE, settingsOf, simulatedKernels, simulateOption } from '../projectOptions';
import { analyzePaths } from '../session';
import { withSimulatedKernels, type SimulatedPart } from '../simulations';
import { versionNumber } from '../version';
import { message } from '../../kernel/message';

/** Kernels simulated unless the command line says otherwise, as `analyze` does. */
const KERNELS = 8;
const PART: SimulatedPart = { pairs: 'meeting', blocks: true };

export const report: Command = {
  name: 'report',
  summary: message('cli.report.summary'),
  usage:
    'PATH… (--md FILE | --html FILE) [--gpu ID] [--arguments a=1,b=2] [--mode MODE] [--simulate KERNELS] [--json]',
  options: {
    arguments: ARGUMENTS,
    md: { type: 'string', value: 'FILE', help: message('cli.report.md') },
    html: {
      type: 'string',
      value: 'FILE',
      help: message('cli.report.html'),
    },
    gpu: GPU,
    mode: MODE,
    simulate: simulateOption(KERNELS),
  },
  run: async ({ positionals, options, ...said }) => {
    const wanted = [
      { file: text(options, 'md'), write: markdown },
      { file: text(options, 'html'), write: html },
    ].flatMap(({ file, write }) => (file === undefined ? [] : [{ file, write }]));
    if (wanted.length === 0) throw new UsageError(say('cli.reportForm'));
    const kernels = simulatedKernels(options, KERNELS);
    const analyzed = await analyzePaths(positionals, settingsOf(options), said);
    const results =
      kernels === 0 ? analyzed.results : await withSimulatedKernels(analyzed, kernels, PART, said);
    const page = reportDocument(results, await versionNumber());
    for (const { file, write } of wanted) await writeWhole(file, write(page));
    const files = wanted.map(({ file }) => file);
    return { json: { ...page, files } satisfies ReportAnswer, text: say('reportPage.written', { files }) };
  },
};
