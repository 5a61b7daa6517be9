// Programs lowered from our own kernels and calibrated to the counters that others measured of theirs on a GTX
// 950: what was chosen, and how far counts and duration are off. Prints the tables of docs/fitting.md.
//   npm run study -- fitting-calibration [DATA_FOLDER]
import { tableText } from '../data/tables';
import path from 'node:path';
import { readParserFiles } from '../../src/analysis/nodeFiles';
import { readSourceTexts } from '../../src/analysis/lowering/sourceTexts';
import { bestLaunch } from '../../src/kernel/bestLaunch';
import { createCudaParser, type CudaParser } from '../../src/cuda/syntax/parser';
import { CudaWorkspace } from '../../src/cuda/workspace';
import { calibrate } from '../../src/fitting/calibrate';
import type { LowerWith } from '../../src/fitting/freeParameters';
import { PREDICTIVE_WEIGHTS } from '../../src/fitting/residuals';
import type { KernelProfile } from '../../src/kernel/profile';
import { InputError } from '../../src/kernel/result';
import { loadSpec } from '../../src/simulator/spec/loadSpec';
import { CALIBRATION_CASES, type CalibrationCase } from '../fitting/calibrationCases';
import { mokaProfiles } from '../fitting/mokaProfiles';

const loaded = loadSpec('gtx-950');
const OPTIONS = { weights: PREDICTIVE_WEIGHTS, budgetCycles: 120_000, windowCycles: 60_000, seed: 1 };

function lowerer(workspace: CudaWorkspace, wanted: CalibrationCase, profile: KernelProfile): LowerWith {
  const kernel = workspace.index().kernels.find(({ name }) => name === wanted.kernel);
  if (kernel === undefined) throw new InputError(`${wanted.source} has no kernel ${wanted.kernel}`);
  const templateArguments = wanted.template(profile.block!);
  const launch = bestLaunch(workspace.launchesOf(kernel.id));
  return (values) => {
    const lowered = workspace.lower(kernel.id, launch, {
      arguments: values,
      grid: profile.grid!,
      block: profile.block!,
      ...(templateArguments && { templateArguments }),
    });
    if (lowered?.kind !== 'lowered') throw new InputError(lowered?.reason ?? 'not read');
    const open = lowered.assumptions.flatMap(({ parameter, value, text }) =>
      parameter === null || value === null ? [] : [{ name: parameter, value, text }],
    );
    return { program: lowered.program, launch: lowered.launch, freeParameters: open };
  };
}

async function workspaceOf(source: string, parser: CudaParser): Promise<CudaWorkspace> {
  const file = path.resolve('workloads', source);
  const workspace = new CudaWorkspace({ parser });
  const { texts } = await readSourceTexts([file]);
  for (const [name, text] of texts) workspace.setFile(name, text);
  return workspace;
}

const parser = await createCudaParser(await readParserFiles('dist'));
const rows = mokaProfiles(tableText(process.cwd(), 'block_sweep_gtx950'), 'block_sweep_gtx950');
console.log('| kernel | block | counts off by, before → after | chosen | duration, measured µs | error |');
console.log('| --- | --- | --- | --- | --- | --- |');
for (const wanted of CALIBRATION_CASES) {
  const workspace = await workspaceOf(wanted.source, parser);
  for (const profile of rows.filter(({ name }) => name === wanted.measured)) {
    const head = `| ${wanted.measured} as ${wanted.kernel} | ${profile.block!.join('×')} |`;
    try {
      const found = calibrate(lowerer(workspace, wanted, profile), profile, loaded, OPTIONS);
      const chosen = found.parameters
        .filter(({ by }) => by !== 'kept')
        .map(({ name, assumed, value, by }) => `${name} ${assumed} → ${value} (${by})`);
      const duration = found.residuals.find(({ metric }) => metric === 'duration');
      const error =
        duration?.residual === undefined || duration.residual === null
          ? '–'
          : `${(100 * duration.residual).toFixed(1)} %`;
      const { before, after } = found.distance;
      console.log(
        `${head} ${before.toFixed(3)} → ${after.toFixed(3)} | ${chosen.join(', ') || 'nothing open, or nothing better'} | ${(profile.durationNs! / 1000).toFixed(1)} | ${error} |`,
      );
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      console.log(`${head} – | refused: ${error.message} | | |`);
    }
  }
}
