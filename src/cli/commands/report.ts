import { writeFile } from 'node:fs/promises';
import { SHARING_MODES } from '../../kernel/prediction';
import { say } from '../../words/say';
import { reportDocument } from '../../words/texts/reportDocument';
import type { ReportAnswer } from '../answers';
import { text, UsageError, type Command } from '../command';
import { html } from '../report/html';
import { markdown } from '../report/markdown';
import { analyzePaths, settingsOf, simulatedKernels } from '../session';
import { withSimulatedKernels } from '../simulations';
import { versionNumber } from '../version';

/** Kernels simulated unless the command line says otherwise, as `analyze` does. */
const KERNELS = 8;

export const report: Command = {
  name: 'report',
  summary: 'Writes advice, verdicts and what they rest on as one page to send to a colleague.',
  usage: 'PATH… (--md FILE | --html FILE) [--gpu ID] [--mode MODE] [--simulate KERNELS] [--json]',
  options: {
    md: { type: 'string', value: 'FILE', help: 'writes the report as Markdown' },
    html: {
      type: 'string',
      value: 'FILE',
      help: 'writes the report as a page without script that loads nothing',
    },
    gpu: {
      type: 'string',
      value: 'ID',
      help: 'GPU that answers are for, of those that corun gpus lists',
      otherwise: 'that of the profiles, else h100-sxm',
    },
    mode: {
      type: 'string',
      value: 'MODE',
      help: `how applications share the GPU: ${SHARING_MODES.join(', ')}`,
    },
    simulate: {
      type: 'string',
      value: 'KERNELS',
      help: 'most kernels that are simulated alone and in pairs, 0 for none',
      otherwise: KERNELS,
    },
  },
  run: async ({ positionals, options, ...said }) => {
    const wanted = [
      { file: text(options, 'md'), write: markdown },
      { file: text(options, 'html'), write: html },
    ].flatMap(({ file, write }) => (file === undefined ? [] : [{ file, write }]));
    if (wanted.length === 0) throw new UsageError(say('cli.reportForm'));
    const kernels = simulatedKernels(options, KERNELS);
    const analyzed = await analyzePaths(positionals, settingsOf(options), said);
    const results = kernels === 0 ? analyzed.results : await withSimulatedKernels(analyzed, kernels, said);
    const page = reportDocument(results, await versionNumber());
    for (const { file, write } of wanted) await writeFile(file, write(page));
    const files = wanted.map(({ file }) => file);
    return { json: { ...page, files } satisfies ReportAnswer, text: say('reportPage.written', { files }) };
  },
};
