import path from 'node:path';
import { InputError } from '../../src/kernel/result';
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
import { text, UsageError, type Command } from '../../src/cli/command';
import { reproduce as about } from '../../src/cli/commands/reproduce';
import { distFolder } from '../../src/cli/distFolder';
import { blocksizeTexts, timelineInputs } from './reproduce/mokaInputs';

const PAPERS = ['gspace', 'hsm', 'magic', 'moka', 'prophet', 'themis'];

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
    const [paper] = positionals;
    if (paper === undefined) throw new UsageError(`name a paper: ${PAPERS.join(', ')}`);
    if (!PAPERS.includes(paper))
      throw new InputError(
        `there is no reproduction of '${paper}'; there is ${PAPERS.join(', ')}`,
        'unknown-paper',
      );
    if (paper === 'gspace')
      return reproduceGspace(path.join(distFolder(), '..'), text(options, 'runs'), text(options, 'models'));
    if (paper === 'hsm')
      return reproduceHsm(path.join(distFolder(), '..'), text(options, 'runs'), text(options, 'models'));
    if (paper === 'magic') return reproduceMagic(path.join(distFolder(), '..'), note, text(options, 'runs'));
    if (paper === 'prophet')
      return reproduceProphet(path.join(distFolder(), '..'), note, text(options, 'runs'));
    if (paper === 'themis') return reproduceThemis(text(options, 'runs'), text(options, 'models'), note);
    const root = path.join(distFolder(), '..');
    note('timelines');
    const timelines = reproduceTimelines(await timelineInputs(root));
    note('block sizes');
    const blocksize = reproduceBlocksize(blocksizeTexts(root));
    return {
      json: { timelines: summaryOf(timelines), blocksize },
      text: [renderTimelines(timelines), renderBlocksize(blocksize)].join('\n\n'),
    };
  },
};
