import { report } from '../../analysis/text/report';
import { requireGpu } from '../../gpu/findGpu';
import type { AnalyzeAnswer } from '../answers';
import { text, UsageError, type Command } from '../command';
import { SHARING_MODES, type SharingMode } from '../../kernel/prediction';
import { analyzePaths } from '../session';

export const analyze: Command = {
  name: 'analyze',
  summary: 'The main job: classes, occupancy, block sizes, co-run matrix and stream orders of a workspace.',
  usage: 'PATH… [--gpu ID] [--mode MODE] [--json]',
  options: { gpu: { type: 'string' }, mode: { type: 'string' } },
  run: async ({ positionals, options, note }) => {
    if (positionals.length === 0) throw new UsageError('no file or folder is named');
    const gpu = text(options, 'gpu');
    const settings = {
      ...(gpu === undefined ? {} : { gpu: requireGpu(gpu).id }),
      ...modeOf(text(options, 'mode')),
    };
    const { results } = await analyzePaths(positionals, settings, note);
    return { json: results satisfies AnalyzeAnswer, text: report(results) };
  },
};

function modeOf(name: string | undefined): { mode?: SharingMode } {
  if (name === undefined) return {};
  const mode = SHARING_MODES.find((candidate) => candidate === name);
  if (!mode) throw new UsageError(`--mode is one of ${SHARING_MODES.join(', ')}`);
  return { mode };
}
