import type { CoRunMatrix, PredictorStatus } from '../analysis/results/coRunResult';
import { abridged } from './abridged';
import { wholeEvidence, type BlockSizeResult, type KernelResult } from '../analysis/results/kernelResult';
import type { WorkspaceResults } from '../analysis/results/workspaceResults';
import type { Prediction } from '../kernel/prediction';
import type { AnalyzeAnswer } from './answers';
import type { OwnSmsTable, OwnSmsPartner, PairGrounds, PairPrediction, TablePrediction } from './answerParts';

/**
 * Results as `corun analyze --json` prints them: the fields of the published contract (`cells` with `others`,
 * `predictor`, `ownSms`), which tell of two ways of sharing, made of the one table of answers.
 *
 * @param isFull also that table, what each of its numbers rests on (5 to 10 kB for a pair of kernels), and all of
 *   a workspace of any size
 */
export function analyzeJson(results: WorkspaceResults, isFull: boolean): AnalyzeAnswer {
  const { matrix, files, predictors } = results;
  const { answers, ...table } = matrix;
  const told = isFull ? (prediction: Prediction): TablePrediction => prediction : withoutGrounds;
  const ownSms = predictors.map((predictor) => ownSmsOf(matrix, predictor))[0] ?? null;
  const answer: AnalyzeAnswer = {
    ...results,
    matrix: {
      ...table,
      ...(isFull && { answers }),
      cells: matrix.cells.map((row, i) => row.map((cell, j) => cell && withOthers(answers[i]![j]!, told))),
      predictor: matrix.predictors.join(', else '),
    },
    ownSms,
    files: files.map((file) => ({ ...file, kernels: file.kernels.map(kernelJson) })),
    leftOut: null,
  };
  return isFull ? answer : abridged(answer);
}

function withOthers(
  [first, ...others]: readonly Prediction[],
  told: (prediction: Prediction) => TablePrediction,
): PairPrediction {
  const inSameMode = others.filter(({ split }) => split === undefined || first!.split !== undefined);
  return inSameMode.length === 0 ? told(first!) : { ...told(first!), others: inSameMode.map(told) };
}

const GROUNDS: readonly (keyof PairGrounds)[] = ['inputs', 'assumptions', 'validOnly', 'general', 'kernels'];

function withoutGrounds(prediction: Prediction): TablePrediction {
  const told: TablePrediction = { ...prediction };
  for (const ground of GROUNDS) Reflect.deleteProperty(told, ground);
  return told;
}

/** The evidence of a block is one text in answers. */
export function blockJson(block: BlockSizeResult | null): BlockSizeResult | null {
  return block && { ...block, evidence: wholeEvidence(block) };
}

function kernelJson(kernel: KernelResult): AnalyzeAnswer['files'][number]['kernels'][number] {
  const told = { ...kernel, block: blockJson(kernel.block) };
  const [range] = kernel.divided;
  if (range === undefined) return { ...told, ownSms: null };
  const partner = ({ kernelId, name, prediction }: typeof range.best): OwnSmsPartner => ({
    ...ownSmsSlowdown(prediction),
    kernelId,
    name,
  });
  return { ...told, ownSms: { best: partner(range.best), worst: partner(range.worst) } };
}

function ownSmsOf(matrix: CoRunMatrix, { label, kernelIds, sms, error }: PredictorStatus): OwnSmsTable {
  const places = kernelIds.map((id) => matrix.kernelIds.indexOf(id));
  return {
    kernelIds,
    names: places.map((at) => matrix.names[at] ?? ''),
    cells: places.map((row) =>
      places.map((column) => {
        const found = matrix.answers[row]?.[column]?.find(({ predictor }) => predictor === label);
        return found ? ownSmsSlowdown(found) : null;
      }),
    ),
    refusals: matrix.refusals
      .filter(({ predictor }) => predictor === label)
      .map(({ kernelId, reason }) => ({ kernelId, reason })),
    sms: sms ?? 0,
    predictor: label,
    error,
  };
}

function ownSmsSlowdown({
  slowdown,
  parts,
  cause = 'nothing',
  warnings = [],
  fairSplit,
}: Prediction): Omit<OwnSmsPartner, 'kernelId' | 'name'> {
  const { scalability = 1, interference = slowdown } = parts;
  return { slowdown, scalability, interference, cause, warnings, fair: fairSplit ?? null };
}
