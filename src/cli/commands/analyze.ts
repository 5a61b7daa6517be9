import { report } from '../../analysis/text/report';
import type { AnalyzeAnswer } from '../answers';
import type { Command } from '../command';
import { analyzePaths, settingsOf } from '../session';

export const analyze: Command = {
  name: 'analyze',
  summary: 'The main job: classes, occupancy, block sizes, co-run matrix and stream orders of a workspace.',
  usage: 'PATH… [--gpu ID] [--mode MODE] [--json]',
  options: { gpu: { type: 'string' }, mode: { type: 'string' } },
  run: async ({ positionals, options, note }) => {
    const { results } = await analyzePaths(positionals, settingsOf(options), note);
    return { json: results satisfies AnalyzeAnswer, text: report(results) };
  },
};
