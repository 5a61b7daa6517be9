import { english } from '../../../src/words';
import type { GpuSpec } from '../../../src/kernel/gpuSpec';
import { InputError } from '../../../src/kernel/result';
import type { FeatureName } from '../../../src/predictors/moka/simk/features';
import type { ReferenceSet } from '../../../src/predictors/moka/simk/references';
import { simk, type SimkAnswer } from '../../../src/predictors/moka/simk/simk';
import { majorityVote, type Vote } from '../../../src/predictors/moka/simk/vote';
import { readTable, type TableRow } from './tables';

/** Vector components of the author's notebooks in their order there. */
const COMPUTE_ORDER: readonly FeatureName[] = [
  'm2c_ratio',
  'ipc',
  'achieved_occupancy',
  'dp_fu_util',
  'sp_fu_util',
  'issue_slot_utilization',
  'eligible_warps_per_cycle',
];
const MEMORY_ORDER: readonly FeatureName[] = [
  'c2m_ratio',
  'achieved_occupancy',
  'ipc',
  'issue_slot_utilization',
  'gld_ratio',
  'gst_ratio',
  'sld_ratio',
  'sst_ratio',
  'shared_utilization',
  'eligible_warps_per_cycle',
];

/** One of the author's test kernels: his three nearest blocks and ours. */
export interface AnswerComparison {
  readonly kernel: string;
  readonly authorsBlocks: readonly number[];
  readonly authorsVote: Vote;
  readonly ours: SimkAnswer;
  readonly ourBlocks: readonly number[];
  /** Neighbours' blocks in common, 0 to 3. */
  readonly common: number;
}

/** Our SimK on the author's own test vectors and references (`moka_vectors.tsv`). */
export function compareAnswers(text: string, set: ReferenceSet, gpu: GpuSpec): readonly AnswerComparison[] {
  const rows = readTable(text, 'moka_vectors.tsv', ['notebook', 'role', 'authors_top3_prediction', 'c1']);
  return rows.filter((row) => row['role'] === 'test').map((row) => compare(row, set, gpu));
}

function compare(row: TableRow, set: ReferenceSet, gpu: GpuSpec): AnswerComparison {
  const notebook = row['notebook']!;
  const memory = notebook.includes('mem');
  const order = memory ? MEMORY_ORDER : COMPUTE_ORDER;
  const coresPerSm = gpu.limits.fp32Lanes;
  const result = simk(
    {
      class: memory ? 'memory-bound' : 'compute-bound',
      dimensions: notebook.includes('2d') ? 2 : 1,
      features: Object.fromEntries(order.map((name, index) => [name, Number(row[`c${index + 1}`])])),
      coresPerSm,
    },
    set,
  );
  if (result.status !== 'answered')
    throw new InputError(`${notebook}: ${english(result.reason)}`, 'no-answer', 'moka_vectors.tsv');
  const authorsBlocks = row['authors_top3_prediction']!.split(',').map(Number);
  const ourBlocks = result.references.filter((point) => point.neighbour).map((point) => point.bestBlock);
  return {
    kernel: notebook.replace(/^plot_|\.ipynb$/g, ''),
    authorsBlocks,
    authorsVote: majorityVote(authorsBlocks, coresPerSm),
    ours: result,
    ourBlocks,
    common: commonCount(authorsBlocks, ourBlocks),
  };
}

/** Size of the intersection of two lists, equal values counted as often as both have them. */
function commonCount(a: readonly number[], b: readonly number[]): number {
  const rest = [...b];
  return a.filter((value) => {
    const at = rest.indexOf(value);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  }).length;
}
