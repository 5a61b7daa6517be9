import assert from 'node:assert/strict';
import { modelHash, readRunModels, type RunModels } from '../../../../lab/themis/studies/runModels';
import { KernelSlowdownModel } from '../../../../src/predictors/themis/model/kernelSlowdownModel';
import type { ThemisModelVariant } from '../../../../src/predictors/themis/model/modelFile';
import { ENGINE_METHODS } from '../../../../lab/themis/reproduction/engineMethods';

const models = readRunModels(process.env['CORUN_ROOT']!);
const { themis, elsewhere, solo, gpm } = models;

const withVariant = (
  { file, variant }: KernelSlowdownModel,
  part: Partial<ThemisModelVariant>,
): KernelSlowdownModel => new KernelSlowdownModel(file, { ...variant, ...part });

const doubled = ({ scales }: ThemisModelVariant): number[] => scales.map((scale) => 2 * scale);

/** Methods whose runs are out of date once some models are others. */
const outdatedBy = (changed: Partial<RunModels>): string[] =>
  ENGINE_METHODS.filter(
    (method) => modelHash(method, models) !== modelHash(method, { ...models, ...changed }),
  );

describe('hash of the models that a run under the engine took', () => {
  it('is there for each method that takes one', () => {
    assert.deepEqual(
      ENGINE_METHODS.filter((method) => modelHash(method, models) === null),
      ['HP', 'Static', 'Oracle', 'Most SMs', 'ASM', 'Bubble'],
    );
  });

  it('tells of ratios only where a policy guards by them', () => {
    const progressRatios = { tenth: 0.1, quarter: 0.2 };
    const network = withVariant(elsewhere!.elsewhere, { progressRatios });
    assert.deepEqual(outdatedBy({ elsewhere: { ...elsewhere!, elsewhere: network } }), [
      'Themis guarded',
      'Themis advised',
    ]);
    assert.deepEqual(outdatedBy({ solo: withVariant(solo!, { progressRatios }) }), ['Themis advised']);
  });

  it('tells of scales as of parameters', () => {
    const other = withVariant(themis!, { scales: doubled(themis!.variant) });
    assert.deepEqual(outdatedBy({ themis: other }), ['Themis']);
    const here = withVariant(elsewhere!.here, { scales: doubled(elsewhere!.here.variant) });
    assert.deepEqual(outdatedBy({ elsewhere: { ...elsewhere!, here } }), [
      'Themis learned',
      'Themis giving back',
      'Themis guarded',
      'Themis accounted',
      'Themis advised',
    ]);
    assert.deepEqual(outdatedBy({ solo: withVariant(solo!, { scales: doubled(solo!.variant) }) }), [
      'Themis advised',
    ]);
  });

  it("tells of GPM's training", () => {
    assert.deepEqual(outdatedBy({ gpm: { ...gpm!, curves: [] } }), ['ASM-GPM']);
  });

  it('is missing where a model is', () => {
    assert.equal(modelHash('Themis advised', { ...models, solo: null }), null);
    assert.equal(modelHash('Themis', { ...models, themis: null }), null);
    assert.equal(modelHash('ASM-GPM', { ...models, gpm: null }), null);
  });
});
