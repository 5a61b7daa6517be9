import { KernelSlowdownModel } from './kernelSlowdownModel';
import type { ThemisModelFile } from './modelFile';

/** Every variant of some model files that reads shared-mode events, by name, the default of each file first. */
export function slowdownModels(files: readonly ThemisModelFile[]): Map<string, KernelSlowdownModel> {
  return new Map(
    files.flatMap((file) =>
      file.variants
        .filter((variant) => variant.events === 'shared')
        .map((variant) => [`Themis (${variant.name})`, new KernelSlowdownModel(file, variant)] as const),
    ),
  );
}
