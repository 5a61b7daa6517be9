import { openByteSource } from '../../files/byteSource';
import { readOrRefuse } from '../../analysis/readOrRefuse';
import { message } from '../../kernel/message';
import type { ProfileFile } from '../../kernel/profile';
import {
  featureTable,
  PUBLISHED_SETS,
  selectFeatures,
  similarityOf,
  type Similarity,
} from '../../predictors';
import { collectCommands } from '../../profiles/collectCommands';
import { say } from '../../words/say';
import { code } from '../../words/texts/page';
import { table } from '../../words/texts/table';
import type { FeaturesAnswer } from '../answers';
import type { PublishedSet } from '../answerParts';
import { text, UsageError, whole, type Command, type OptionValues } from '../command';

/** Per cent of the variance that left nine metrics in the literature. */
const KEEP = 75;
const PROGRAM = './app';

export const features: Command = {
  name: 'features',
  summary: message('cli.features.summary'),
  usage: 'PROFILE… [--keep PERCENT] [--set ID] [--program COMMAND] [--seed N] [--json]',
  options: {
    keep: { type: 'string', value: 'PERCENT', help: message('cli.features.keep'), otherwise: KEEP },
    set: {
      type: 'string',
      value: 'ID',
      help: message('cli.features.set', { known: Object.keys(PUBLISHED_SETS) }),
      otherwise: message('cli.features.setSelected'),
    },
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
    const set = askedSet(options);
    const files: ProfileFile[] = [];
    for (const path of positionals) files.push(await readOrRefuse(path, () => openByteSource(path)));
    for (const { path, reason } of files)
      if (reason) note(message('kernel.at', { place: path, what: reason }));
    const kernels = featureTable(files);
    const selection = selectFeatures(kernels, { keep: keep / 100, seed: whole(options, 'seed', 0, 1) });
    const { incomplete, sparse } = kernels;
    const published = publishedIn(kernels.metrics);
    const metrics = set ?? selection.selected.map(({ metric }) => metric);
    const commands = collectCommands(metrics, text(options, 'program') ?? PROGRAM);
    const known = set?.filter((metric) => kernels.metrics.includes(metric));
    const similarity = known?.length === 0 ? null : similarityOf(kernels, known);
    const answer: FeaturesAnswer = { ...selection, incomplete, sparse, commands, published, similarity };
    return { json: answer, text: report(answer, text(options, 'set')) };
  },
};

/** The metrics of a published set that was asked for. */
function askedSet(options: OptionValues): readonly string[] | undefined {
  const id = text(options, 'set');
  const found = Object.entries(PUBLISHED_SETS).find(([own]) => own === id);
  if (id !== undefined && found === undefined)
    throw new UsageError(say('cli.fault.oneOf', { option: '--set', known: Object.keys(PUBLISHED_SETS) }));
  return found?.[1];
}

const publishedIn = (known: readonly string[]): PublishedSet[] =>
  Object.entries(PUBLISHED_SETS).map(([id, metrics]) => ({
    id,
    metrics,
    found: metrics.filter((metric) => known.includes(metric)).length,
  }));

function report(answer: FeaturesAnswer, set: string | undefined): string {
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
    say('cli.features.published', {
      sets: answer.published.map(({ id, metrics: own, found }) =>
        message('cli.features.publishedSet', { id, metrics: own.length, found }),
      ),
    }),
    [say('cli.features.collect'), code(commands.nvprof), code(commands.nvprofTrace)].join('\n'),
    [
      say('cli.features.collectNcu'),
      code(commands.ncu),
      ...(commands.nvprofOnly.length > 0
        ? [say('cli.features.nvprofOnly', { metrics: commands.nvprofOnly })]
        : []),
    ].join('\n'),
    ...(answer.similarity === null ? [] : [partners(answer.similarity, partnersTitle(answer, set))]),
  ].join('\n\n');
}

function partnersTitle({ published }: FeaturesAnswer, set: string | undefined): string {
  const asked = published.find(({ id }) => id === set);
  return asked === undefined
    ? say('cli.features.partners')
    : say('cli.features.partnersBy', { set: asked.id, metrics: asked.found });
}

function partners({ applications }: Similarity, title: string): string {
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
  return [title, table(head, rows)].join('\n\n');
}
