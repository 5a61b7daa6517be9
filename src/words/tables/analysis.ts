import type { Table } from '../entry';

/** What src/analysis has to say. */
export const analysis: Table = {
  'analysis.modelFolder':
    '{what} (with --model FILE in the folder that the setting corun.models.folder names)',
  'analysis.noProfileEvidence': 'a scenario has no profile of its kernels to predict from',
  'analysis.noSplitPredictor': 'no predictor tells of splits of the SMs from such counters',
  'analysis.unreadable': 'cannot be read: {reason}',
};
