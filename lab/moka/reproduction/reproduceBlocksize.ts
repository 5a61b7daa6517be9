import { requireGpu } from '../../../src/gpu/findGpu';
import { referenceSetFor, withoutKernel } from '../../../src/predictors/moka/simk/references';
import { compareAnswers, type AnswerComparison } from './authorsAnswers';
import { leaveOneOutHits, type HitRates } from './hitRates';
import {
  ratioAgreement,
  readKernelStats,
  utilizationErrors,
  type RatioAgreement,
  type UtilizationError,
} from './kernelStats';
import {
  heldOutAdvice,
  mergeKernels,
  summarizeRegrets,
  type HeldOutChoice,
  type MethodSummary,
} from './ranking';
import { sweepAnswers, sweepRegrets, type KernelRegret } from './regret';
import { readConvolutionSweeps, readGtx950Sweeps, type Sweep } from './sweeps';

/** Texts of the measured files. */
export interface BlocksizeTexts {
  readonly kernelStats: string;
  readonly vectors: string;
  readonly sweeps: string;
  readonly convolution: string;
}

export interface BlocksizeReproduction {
  readonly ratios: RatioAgreement;
  readonly utilization: readonly UtilizationError[];
  readonly answers: readonly AnswerComparison[];
  readonly hits: readonly HitRates[];
  readonly sweeps: readonly Sweep[];
  readonly gtx950: readonly MethodSummary[];
  readonly convolution: {
    readonly sweeps: number;
    readonly launches: number;
    readonly anyShape: readonly MethodSummary[];
    readonly bestShape: readonly MethodSummary[];
  };
  /** Regrets of all kernels that rank the methods: one row per kernel and method. */
  readonly ranking: readonly KernelRegret[];
  readonly heldOut: readonly HeldOutChoice[];
}

/** Its stage of the sort does more work with a larger block and leaves less to the kernels after it. */
const BLOCK_DEPENDENT_KERNEL = 'mergesortsharedkernel';

/** Everything that Moka's data say about classification, contention inputs and block sizes. */
export function reproduceBlocksize(texts: BlocksizeTexts): BlocksizeReproduction {
  const gpu = requireGpu('gtx-950');
  const turing = requireGpu('rtx-2080-ti');
  const references = referenceSetFor(gpu);
  const stats = readKernelStats(texts.kernelStats);
  const sweeps = readGtx950Sweeps(texts.sweeps, gpu);
  const own = sweeps.flatMap((sweep) =>
    sweepRegrets(sweep, sweepAnswers(sweep, gpu, withoutKernel(references, sweep.kernel)), 'any shape'),
  );
  const variants = readConvolutionSweeps(texts.convolution, turing).map((sweep) => ({
    sweep,
    answers: sweepAnswers(sweep, turing, references),
  }));
  const [anyShape = [], bestShape = []] = (['any shape', 'best shape'] as const).map((rule) =>
    variants.flatMap(({ sweep, answers }) => sweepRegrets(sweep, answers, rule)),
  );
  const ranking = [
    ...own.filter((row) => row.kernel !== BLOCK_DEPENDENT_KERNEL),
    ...mergeKernels(bestShape, 'convolution'),
  ];
  return {
    ratios: ratioAgreement(stats, gpu),
    utilization: utilizationErrors(stats, gpu),
    answers: compareAnswers(texts.vectors, references, gpu),
    hits: leaveOneOutHits(references, gpu),
    sweeps,
    gtx950: summarizeRegrets(own),
    convolution: {
      sweeps: variants.length,
      launches: variants.reduce((sum, { sweep }) => sum + sweep.points.length, 0),
      anyShape: summarizeRegrets(anyShape),
      bestShape: summarizeRegrets(bestShape),
    },
    ranking,
    heldOut: heldOutAdvice(ranking),
  };
}
