import { openByteSource } from '../../files/byteSource';
import { readOrRefuse } from '../../analysis/readOrRefuse';
import { message } from '../../kernel/message';
import type { ProfileFile } from '../../kernel/profile';
import { featureTable, selectFeatures, similarityOf, type Similarity } from '../../predictors';
import { collectCommands } from '../../profiles/collectCommands';
import { say } from '../../words/say';
import { code } from '../../words/texts/page';
import { table } from '../../words/texts/table';
import type { FeaturesAnswer } from '../answers';
import { text, UsageError, whole, type Command } from '../command';

/** Per cent of the variance that left nine metrics in the literature. */
const KEEP = 75;
const PROGRAM = './app';

export const features: Command = {
  name: 'features',
  summary: message('cli.features.summary'),
  usage: 'PROFILE… [--keep PERCENT] [--program COMMAND] [--seed N] [--json]',
  options: {
    keep: { type: 'string', value: 'PERCENT', help: message('cli.features.keep'), otherwise: KEEP },
    program: {
      type: 'string',
      value: 'COMMAND',
      help: message('cli.features.program'),
      otherwise: PROGRAM,
    },
    seed: { type: 'string', value: 'N', help: message('cli.features.seed'), otherwise: 1 },
  },
  run: async ({ positionals, options, note }) => {
    if (positionals.length === 0) throw new UsageError(say('cli.fault.noProfile'));
    const keep = whole(options, 'keep', 1, KEEP);
    if (keep > 100) throw new UsageError(say('cli.fault.range', { option: '--keep', from: 1, to: 100 }));
    const files: ProfileFile[] = [];
    for (const path of positionals) files.push(await readOrRefuse(path, () => openByteSource(path)));
    for (const { path, reason } of files)
      if (reason) note(message('kernel.at', { place: path, what: reason }));
    const kernels = featureTable(files);
    const selection = selectFeatures(kernels, { keep: keep / 100, seed: whole(options, 'seed', 0, 1) });
    const { incomplete, sparse } = kernels;
    const metrics = selection.selected.map(({ metric }) => metric);
    const commands = collectCommands(metrics, text(options, 'program') ?? PROGRAM);
    const similarity = similarityOf(kernels);
    const answer: FeaturesAnswer = { ...selection, incomplete, sparse, commands, similarity };
    return { json: answer, text: report(answer) };
  },
};

function report(answer: FeaturesAnswer): string {
  const { kernels, metrics, varying, selected, variance, incomplete, sparse, commands } = answer;
  const head = say('cli.features.head', {
    kernels,
    metrics,
    varying: varying.length,
    selected: selected.length,
    variance,
  });
  const counts = answer.coverage.map((each) => message('cli.features.coverage', { ...each }));
  const rows = selected.map(({ metric, standsFor }) => [metric, standsFor.join(', ')]);
  const left = [
    ...(incomplete.length > 0 ? [say('cli.features.incomplete', { metrics: incomplete })] : []),
    ...(sparse.length > 0 ? [say('cli.features.sparse', { kernels: sparse })] : []),
  ];
  return [
    [head, ...left].join('\n'),
    table([say('cli.features.metric'), say('cli.features.standsFor')], rows),
    say('cli.features.coverages', { counts }),
    [say('cli.features.collect'), code(commands.nvprof), code(commands.nvprofTrace)].join('\n'),
    [
      say('cli.features.collectNcu'),
      code(commands.ncu),
      ...(commands.nvprofOnly.length > 0
        ? [say('cli.features.nvprofOnly', { metrics: commands.nvprofOnly })]
        : []),
    ].join('\n'),
    ...(answer.similarity === null ? [] : [partners(answer.similarity)]),
  ].join('\n\n');
}

function partners({ applications }: Similarity): string {
  const rows = applications.map(({ name, leastSimilar, distance }) => [
    name,
    leastSimilar,
    distance.toFixed(2),
  ]);
  const head = [
    say('cli.column.application'),
    say('cli.features.leastSimilar'),
    say('cli.features.distance'),
  ];
  return [say('cli.features.partners'), table(head, rows)].join('\n\n');
}
