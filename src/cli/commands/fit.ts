import type { ProfileFile } from '../../kernel/profile';
import { fitCandidates } from '../../analysis/fitting/candidates';
import { fitKernel, gpuOf, type FitOptions } from '../../analysis/fitting/fitKernels';
import { openFile } from '../../analysis/nodeFiles';
import { readOrRefuse } from '../../analysis/readOrRefuse';
import type { FitCheck, FitResult } from '../../analysis/results/fitResult';
import { change, duration, significant } from '../../analysis/text/format';
import { table } from '../../analysis/text/table';
import { InputError } from '../../kernel/result';
import type { FitAnswer } from '../answers';
import { text, UsageError, whole, type Command } from '../command';

export const fit: Command = {
  name: 'fit',
  summary:
    'Makes kernel programs from the counters of a profile, and says how far they are off in simulation.',
  usage: 'PROFILE… [--kernel NAME] [--gpu ID] [--refine CYCLES] [--match-duration] [--seed N] [--json]',
  options: {
    kernel: { type: 'string' },
    gpu: { type: 'string' },
    refine: { type: 'string' },
    'match-duration': { type: 'boolean' },
    seed: { type: 'string' },
  },
  run: async ({ positionals, options, note }) => {
    if (positionals.length === 0) throw new UsageError('no profile is named');
    const files: ProfileFile[] = [];
    for (const path of positionals) files.push(await readOrRefuse(path, () => openFile(path)));
    const gpu = text(options, 'gpu');
    const settings = {
      ...(gpu === undefined ? {} : { gpu }),
      refineCycles: whole(options, 'refine', 0, 0),
      matchDuration: options['match-duration'] === true,
      seed: whole(options, 'seed', 0, 1),
    };
    const answer = fitAll(files, text(options, 'kernel'), settings, note);
    for (const { name, reason } of answer.refused) note(`${name}: ${reason}`);
    return {
      json: answer,
      text: answer.kernels.map(report).join('\n\n'),
      exitCode: answer.kernels.length === 0 ? 1 : 0,
    };
  },
};

function fitAll(
  files: readonly ProfileFile[],
  kernel: string | undefined,
  options: FitOptions,
  note: (line: string) => void,
): FitAnswer {
  const candidates = fitCandidates(files, kernel);
  const kernels: FitResult[] = [];
  const refused: { name: string; reason: string }[] = [];
  for (const [i, candidate] of candidates.entries()) {
    if (candidates.length > 1) note(`${i + 1} of ${candidates.length}: ${candidate.profile.name}`);
    try {
      kernels.push(fitKernel(candidate, options));
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      refused.push({ name: candidate.profile.name, reason: error.message });
    }
  }
  return { gpu: gpuOf(candidates[0]!, options.gpu).id, seed: options.seed, kernels, refused };
}

function report(result: FitResult): string {
  const { name, launch, check, refinement, measuredDurationNs } = result;
  const before = new Map(refinement?.before.residuals.map(({ metric, residual }) => [metric, residual]));
  const rows = check.residuals.map(({ metric, measured, simulated, residual }) => [
    metric,
    significant(measured),
    significant(simulated),
    residual === null ? '–' : change(residual),
    ...(refinement === null ? [] : [shown(before.get(metric))]),
  ]);
  return [
    `${name}: grid ${launch.grid.join('×')}, block ${launch.block.join('×')}, ${result.registersPerThread} registers, ${launch.sharedBytes} B shared`,
    durations(check, measuredDurationNs),
    table(
      ['metric', 'measured ●', 'simulated ◐', 'residual', ...(refinement === null ? [] : ['before'])],
      rows,
    ),
    `score ${check.score.toFixed(3)}${refinement === null ? '' : `, before refinement ${refinement.before.score.toFixed(3)}`}`,
    ...(refinement?.steps ?? []).map(({ parameter, from, to }) => `refined: ${parameter} ${from} → ${to}`),
    ...result.notes.map((line) => `note: ${line}`),
    ...result.assumptions.map(
      ({ metric, text: what, range, consequence }) =>
        `assumed ◌ ${metric}: ${what}; from ${significant(range[0])} to ${significant(range[1])}: ${consequence}`,
    ),
  ].join('\n');
}

const shown = (residual: number | null | undefined): string =>
  residual === null || residual === undefined ? '–' : change(residual);

const BASIS: Readonly<Record<FitCheck['basis'], string>> = {
  run: 'the whole kernel',
  waves: 'extrapolated from whole waves of blocks',
  instructions: 'extrapolated from the instructions of a part',
};

function durations(check: FitCheck, measured: number | null): string {
  const simulated = check.durationNs === null ? 'unknown' : `${duration(check.durationNs)} ◐`;
  const beside = measured === null ? '' : `, measured ${duration(measured)} ●`;
  return `duration ${simulated}${beside} (${BASIS[check.basis]}, ${check.simulatedCycles} cycles simulated)`;
}
