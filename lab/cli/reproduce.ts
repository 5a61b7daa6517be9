import path from 'node:path';
import { renderBlocksize } from '../moka/reproduction/renderBlocksize';
import { reproduceBlocksize } from '../moka/reproduction/reproduceBlocksize';
import { renderTimelines } from '../moka/reproduction/timelines/renderTimelines';
import { reproduceTimelines } from '../moka/reproduction/timelines/reproduceTimelines';
import { summaryOf } from '../moka/reproduction/timelines/summary';
import { reproduceGspace } from './reproduce/gspace';
import { reproduceHsm } from './reproduce/hsm';
import { reproduceMagic } from './reproduce/magic';
import { reproduceProphet } from './reproduce/prophet';
import { reproduceThemis } from './reproduce/themis';
import { text, UsageError, type Answer, type Command, type Invocation } from '../../src/cli/command';
import { reproduce as about } from '../../src/cli/commands/reproduce';
import { distFolder } from '../../src/cli/distFolder';
import { blocksizeTexts, timelineInputs } from './reproduce/mokaInputs';

/** Recorded runs and models other than those of the checkout, where they are given. */
interface Given {
  readonly runs: string | undefined;
  readonly models: string | undefined;
}

type Reproduction = (root: string, given: Given, note: Invocation['note']) => Answer | Promise<Answer>;

const REPRODUCTIONS: Readonly<Record<string, Reproduction>> = {
  gspace: (root, { runs, models }) => reproduceGspace(root, runs, models),
  hsm: (root, { runs, models }) => reproduceHsm(root, runs, models),
  magic: (root, { runs }, note) => reproduceMagic(root, note, runs),
  moka: (root, _, note) => reproduceMoka(root, note),
  prophet: (root, { runs }, note) => reproduceProphet(root, note, runs),
  themis: (_, { runs, models }, note) => reproduceThemis(runs, models, note),
};

export const reproduce: Command = {
  name: about.name,
  summary: about.summary,
  usage:
    'moka [--json] | themis [--runs FILE] [--models DIR] [--json] | hsm [--runs FILE] [--models DIR] [--json] | magic [--runs FILE] [--json] | prophet [--runs FILE] [--json] | gspace [--runs FILE] [--models DIR] [--json]',
  options: {
    runs: {
      type: 'string',
      value: 'FILE',
      help: 'themis, hsm, magic, prophet, gspace: recorded runs',
      otherwise: 'docs/reproduction/PAPER-runs.ndjson',
    },
    models: {
      type: 'string',
      value: 'DIR',
      help: 'themis, hsm, gspace: folder with trained models (and, for themis, their data)',
      otherwise: 'models/PAPER',
    },
  },
  run: async ({ positionals, options, note }) => {
    const [paper, ...more] = positionals;
    const reproduction = paper === undefined ? undefined : REPRODUCTIONS[paper];
    if (reproduction === undefined || more.length > 0)
      throw new UsageError(`name one paper: ${Object.keys(REPRODUCTIONS).join(', ')}`);
    const given = { runs: text(options, 'runs'), models: text(options, 'models') };
    return reproduction(path.join(distFolder(), '..'), given, note);
  },
};

async function reproduceMoka(root: string, note: Invocation['note']): Promise<Answer> {
  note('timelines');
  const timelines = reproduceTimelines(await timelineInputs(root));
  note('block sizes');
  const blocksize = reproduceBlocksize(blocksizeTexts(root));
  return {
    json: { timelines: summaryOf(timelines), blocksize },
    text: [renderTimelines(timelines), renderBlocksize(blocksize)].join('\n\n'),
  };
}
