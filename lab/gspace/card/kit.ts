import fs from 'node:fs';
import path from 'node:path';
import { withEdits } from '../../../src/cuda/edits/tryOut';
import { CudaWorkspace } from '../../../src/cuda/workspace';
import { YIELDING_TRANSFORMER } from '../../../src/predictors';
import { YIELD_VARIANTS, type YieldVariant } from '../../../src/predictors/yieldingPort';
import { runtimeText } from '../../../src/predictors/gspace/transform/runtime';
import type { Kernel } from '../../../src/kernel/kernel';
import { transformed } from '../../cuda/yielding/compareYielding';
import { KnownLaunches, type SmallLaunch } from '../../cuda/yielding/launches';
import { readSuiteTexts } from '../../suite/suiteFiles';

/** Kernels that `maps.cu` has yield, by source. */
const YIELDING: Readonly<Record<string, string>> = {
  'suite/cfd/cfd.cu': 'fluxes',
  'suite/molecular-dynamics/molecular_dynamics.cu': 'ljForces',
  'suite/matrix-mul-tiles/matrix_mul_tiles.cu': 'multiplyTiles',
  'suite/nn/nn.cu': 'distances',
  'suite/particlefilter-float/particlefilter-float.cu': 'likelihood',
  'suite/gspace-micro/gspace_micro.cu': 'microBenchmark',
};
/** Sources of the others, and what all of them include. */
const PLAIN = [
  ...['backprop/backprop', 'hotspot/hotspot', 'lbm/lbm', 'streamcluster/streamcluster'].map(
    (name) => `suite/${name}.cu`,
  ),
  'samples/pathfinder/pathfinder.cuh',
  'samples/spmv/spmv.cu',
];
const COMMON = ['samples/common/cuda_check.cuh', 'suite/common/host_data.cuh'];
/** Blocks along each axis that a launch of unknown extents has. */
const MOST_BLOCKS = [8192, 512, 64] as const;
/** What is taken of numbers that nothing tells. */
const [UNTOLD, FRACTION] = [13, 1.25];

/** Writes sources and headers of `maps.cu` in both variants. */
export async function writeMapSources(workloads: string, out: string): Promise<void> {
  const workspace = await workspaceOf(workloads);
  const put = (folder: string, file: string, text: string): void => {
    const included = text.replace(/"[./\w-]*common\/(cuda_check|host_data)\.cuh"/g, '"../$1.cuh"');
    fs.mkdirSync(path.join(out, folder), { recursive: true });
    fs.writeFileSync(path.join(out, folder, path.basename(file)), included);
  };
  for (const file of COMMON) put('.', file, workspace.text(file)!);
  for (const file of PLAIN) put('plain', file, workspace.text(file)!);
  for (const variant of YIELD_VARIANTS) {
    fs.writeFileSync(path.join(out, `runtime_${variant}.cuh`), runtimeText(variant));
    for (const [file, name] of Object.entries(YIELDING)) {
      const kernel = workspace.file(file)!.kernels.find((one) => one.name === name)!;
      const outcome = YIELDING_TRANSFORMER.edit(workspace, kernel, { variant, launch: null });
      if (outcome.kind !== 'edit') throw new Error(`${file} is refused`);
      withEdits(workspace, outcome.edits, () => put(variant, file, workspace.text(file)!));
    }
  }
}

/** Writes a folder of sources as it is and in both variants; a line for each kernel, as `differences.cu` reads it. */
export async function writeForms(folder: string, out: string): Promise<readonly string[]> {
  const workspace = await workspaceOf(folder);
  const texts = await readSuiteTexts(folder, () => undefined);
  const launches = new KnownLaunches(workspace, texts, MOST_BLOCKS);
  const name = path.basename(folder);
  const kernels = workspace.index().kernels.filter(({ inactive }) => inactive === undefined);
  const chosen = kernels.flatMap((kernel) => {
    const made = transformed(workspace, kernel);
    const [launch] = launches.of(kernel);
    return typeof made === 'string' || launch === undefined ? [] : [{ kernel, edits: made.edits, launch }];
  });
  const tree = (form: number): string => path.join(out, 't', name, String(form));
  for (const form of [0, 1, 2]) fs.cpSync(folder, tree(form), { recursive: true });
  for (const file of new Set(chosen.map(({ kernel }) => kernel.path))) {
    const own = chosen.filter(({ kernel }) => kernel.path === file);
    const put = (form: number, suffix: string): void => {
      const uses = own.flatMap(({ kernel, launch }) =>
        kernel.template.length === 0 ? [] : [`${kernel.qualifiedName}${suffix}${launch.template}`],
      );
      const lines = [...new Set(uses)].map((use, n) => `static auto corun_made_${n} = &${use};`);
      fs.writeFileSync(path.join(tree(form), file), [workspace.text(file)!, ...lines, ''].join('\n'));
    };
    const edits = (variant: YieldVariant) => own.flatMap((one) => one.edits[variant]);
    put(0, '');
    withEdits(workspace, edits('pair'), () => put(1, '_yielding'));
    withEdits(workspace, edits('array'), () => put(2, '_yielding'));
  }
  return chosen.map(({ kernel, launch }) => jobLine(name, kernel, launch));
}

function jobLine(
  tree: string,
  kernel: Kernel,
  { template, grid, block, sharedBytes, values }: SmallLaunch,
): string {
  const parameters = kernel.parameters.map(({ type }, place) => {
    if (type.includes('*'))
      return `p:${/\b(double|float|half|char|short|bool|long|size_t)/.exec(type)?.[1] ?? 'int'}:0`;
    const isFloat = /\b(?:float|double|DATA_TYPE)\b/.test(type);
    return `${isFloat ? 'f' : 'i'}:-:${values[place] ?? (isFloat ? FRACTION : UNTOLD)}`;
  });
  const words = [`${tree}/${kernel.id}`, tree, kernel.path, kernel.name, template || '-'];
  const shape = [...grid, ...block, sharedBytes, parameters.length];
  return [...words.map((word) => word.replace(/\s/g, '')), ...shape, ...parameters].join(' ');
}

async function workspaceOf(folder: string): Promise<CudaWorkspace> {
  const workspace = new CudaWorkspace();
  for (const [file, text] of await readSuiteTexts(folder, () => undefined))
    if (!file.endsWith('.json')) workspace.setFile(file, text);
  return workspace;
}
