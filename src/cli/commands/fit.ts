import { message, type Words } from '../../kernel/message';
import { collectFiles } from '../../analysis/collectFiles';
import { setTexts } from '../../analysis/compileCommands';
import { calibrateKernel } from '../../analysis/fitting/calibrateKernel';
import { fitCandidates, type FitCandidate } from '../../analysis/fitting/candidates';
import { fitKernel, gpuOf, type FitOptions } from '../../analysis/fitting/fitKernels';
import { openByteSource } from '../../files/byteSource';
import { readParserFiles } from '../../analysis/nodeFiles';
import { readOrRefuse } from '../../analysis/readOrRefuse';
import type { CalibrationResult, FitResult } from '../../analysis/results/fitResult';
import { createCudaParser } from '../../cuda/syntax/parser';
import { CudaWorkspace } from '../../cuda/workspace';
import type { ProfileFile } from '../../kernel/profile';
import { InputError } from '../../kernel/result';
import type { FitAnswer } from '../answers';
import { text, UsageError, whole, type Command } from '../command';
import { distFolder } from '../distFolder';
import { calibrationReport, fitReport } from '../fitReport';
import { say } from '../../words/say';

export const fit: Command = {
  name: 'fit',
  summary: message('cli.fit.summary'),
  usage:
    'PROFILE… [--kernel NAME] [--gpu ID] [--source PATH] [--refine CYCLES] [--match-duration] [--seed N] [--json]',
  options: {
    kernel: {
      type: 'string',
      value: 'NAME',
      help: message('cli.option.kernel'),
      otherwise: message('cli.option.all'),
    },
    gpu: {
      type: 'string',
      value: 'ID',
      help: message('cli.fit.gpu'),
    },
    source: {
      type: 'string',
      value: 'PATH',
      help: message('cli.fit.source'),
    },
    refine: {
      type: 'string',
      value: 'CYCLES',
      help: message('cli.fit.refine'),
      otherwise: 0,
    },
    'match-duration': { type: 'boolean', help: message('cli.fit.matchDuration') },
    seed: { type: 'string', value: 'N', help: message('cli.fit.seed'), otherwise: 1 },
  },
  run: async ({ positionals, options, note }) => {
    if (positionals.length === 0) throw new UsageError(say('cli.fault.noProfile'));
    const files: ProfileFile[] = [];
    for (const file of positionals) files.push(await readOrRefuse(file, () => openByteSource(file)));
    const gpu = text(options, 'gpu');
    const source = text(options, 'source');
    const settings = {
      ...(gpu === undefined ? {} : { gpu }),
      refineCycles: whole(options, 'refine', 0, 0),
      matchDuration: options['match-duration'] === true,
      seed: whole(options, 'seed', 0, 1),
    };
    const workspace = source === undefined ? null : await openSources(source, note);
    const answer = fitAll(fitCandidates(files, text(options, 'kernel')), workspace, settings, note);
    for (const { reason } of answer.refused) note(reason);
    return {
      json: answer,
      text: [...answer.calibrated.map(calibrationReport), ...answer.kernels.map(fitReport)].join('\n\n'),
      exitCode: answer.kernels.length + answer.calibrated.length === 0 ? 1 : 0,
    };
  },
};

async function openSources(source: string, note: (line: Words) => void): Promise<CudaWorkspace> {
  const read = await collectFiles([source]);
  read.left.forEach(note);
  const parser = await createCudaParser(await readParserFiles(distFolder()));
  const workspace = new CudaWorkspace({ parser });
  setTexts(workspace, read, note);
  return workspace;
}

function fitAll(
  candidates: readonly FitCandidate[],
  workspace: CudaWorkspace | null,
  options: FitOptions,
  note: (line: Words) => void,
): FitAnswer {
  const kernels: FitResult[] = [];
  const calibrated: CalibrationResult[] = [];
  const refused: { name: string; reason: Words }[] = [];
  for (const [i, candidate] of candidates.entries()) {
    if (candidates.length > 1)
      note(message('cli.fit.counted', { at: i + 1, of: candidates.length, name: candidate.profile.name }));
    try {
      if (workspace === null) kernels.push(fitKernel(candidate, options));
      else calibrated.push(calibrateKernel(candidate, workspace, options));
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      refused.push({ name: candidate.profile.name, reason: error.said });
    }
  }
  const gpu = gpuOf(candidates[0]!, options.gpu).id;
  return { gpu, seed: options.seed, kernels, calibrated, refused };
}
