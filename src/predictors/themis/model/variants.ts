import { joinedModel, type ElsewhereModel } from '../allocation/elsewhereModel';
import { KernelSlowdownModel, slowdownModel } from './kernelSlowdownModel';
import type { ThemisModelFile } from './modelFile';

/** What tells of other splits from shared-mode events, with the two networks it is joined from. */
export interface OtherSplitsModel extends ElsewhereModel {
  readonly here: KernelSlowdownModel;
  readonly elsewhere: KernelSlowdownModel;
}

/** What the first of some files tells of other splits; null where none has a network for them. */
export function otherSplitsModelOf(files: readonly ThemisModelFile[]): OtherSplitsModel | null {
  const file = files.find(({ variants }) => variants.some(({ events }) => events === 'elsewhere'));
  if (file === undefined) return null;
  const [here, elsewhere] = [slowdownModel(file), slowdownModel(file, 'elsewhere')];
  return { ...joinedModel(here, elsewhere), here, elsewhere };
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
