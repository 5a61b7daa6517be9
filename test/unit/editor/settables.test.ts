import assert from 'node:assert/strict';
import { askedWith, settables } from '../../../src/editor/commands/settables';
import type { OpenSize } from '../../../src/analysis/results/kernelResult';
import { sampleResults } from '../../webview/samples/results';

const open = (name: string): OpenSize => ({ key: `size:${name}`, name, value: null });

describe('numbers that are asked for in a row', () => {
  const sample = sampleResults({ kernels: 3 });
  const needs = [[open('m'), open('n')], [open('n'), open('k')], [open('rows')]];
  const kernels = sample.files
    .flatMap((file) => file.kernels)
    .map((kernel, at) => ({ ...kernel, openSizes: needs[at] ?? [] }));
  const results = { ...sample, files: [{ ...sample.files[0]!, kernels }] };
  const askedFor = (key: string): string[] =>
    askedWith(
      results,
      settables(results).find((one) => one.key === key)!,
    ).map((one) => one.key);

  it('are those that the same kernels lack, the chosen one first', () => {
    assert.deepEqual(askedFor('size:m'), ['size:m', 'size:n']);
    assert.deepEqual(askedFor('size:n'), ['size:n', 'size:m', 'size:k']);
    assert.deepEqual(askedFor('size:rows'), ['size:rows']);
  });

  it('are those that the same program lacks, the first one first', () => {
    const [program] = sample.applications;
    const lacking = { ...results, applications: [{ ...program!, openNumbers: ['frame.width', 'size:n'] }] };
    const chosen = settables(lacking).find(({ key }) => key === 'frame.width')!;
    assert.deepEqual(
      askedWith(lacking, chosen).map(({ key }) => key),
      ['frame.width', 'size:n'],
    );
  });

  it('are those of the kernel alone where its program lacks others for other kernels', () => {
    const [program] = sample.applications;
    const lacking = { ...results, applications: [{ ...program!, openNumbers: ['size:rows', 'size:m'] }] };
    const chosen = settables(lacking).find(({ key }) => key === 'size:rows')!;
    assert.deepEqual(
      askedWith(lacking, chosen).map(({ key }) => key),
      ['size:rows'],
    );
  });

  it('are all that the program lacks, also where something was taken for one of them to simulate with', () => {
    const [program] = sample.applications;
    const taken = { key: 'planes', value: 64, text: 'planes taken as 64' };
    const lacking = {
      ...results,
      applications: [{ ...program!, openNumbers: ['planes', 'cells'] }],
      assumptions: [taken],
    };
    const chosen = settables(lacking).find(({ key }) => key === 'planes')!;
    assert.deepEqual([chosen.value, chosen.text], [null, 'planes taken as 64']);
    assert.match(chosen.placeHolder!, /with 64/);
    assert.deepEqual(
      askedWith(lacking, chosen).map(({ key }) => key),
      ['planes', 'cells'],
    );
    const set = { ...lacking, assumptions: [{ ...taken, original: '' }] };
    assert.equal(settables(set).find(({ key }) => key === 'planes')!.value, 64);
  });

  it('are one where it has a value', () => {
    const [assumed] = settables(results).filter(({ value }) => value !== null);
    assert.ok(assumed);
    assert.deepEqual(askedFor(assumed.key), [assumed.key]);
  });
});
