import { KernelSlowdownModel, slowdownModel } from './kernelSlowdownModel';
import type { ThemisModelFile } from './modelFile';

/** The network of the first of some files that tells of other splits; null where none has one. */
export function elsewhereModelOf(files: readonly ThemisModelFile[]): KernelSlowdownModel | null {
  const file = files.find(({ variants }) => variants.some(({ events }) => events === 'elsewhere'));
  return file === undefined ? null : slowdownModel(file, 'elsewhere');
}

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
