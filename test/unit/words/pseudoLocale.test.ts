import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pairVerdicts } from '../../../src/analysis/corun/pairVerdicts';
import type { WorkspaceResults } from '../../../src/analysis/results/workspaceResults';
import { listGpus } from '../../../src/gpu/catalogue';
import { useLanguage } from '../../../src/words';
import { kernelRows } from '../../../src/words/texts/kernelRows';
import { launchRows } from '../../../src/words/texts/launchRows';
import {
  kernelLenses,
  launchLensText,
  orderLensText,
  overlapLensText,
  type LensText,
} from '../../../src/words/texts/lensTexts';
import { coRunAnswer, kernelAnswer, kernelsAnswer } from '../../../src/words/texts/toolAnswers';
import { escapedWords, wordsOfCode } from '../../support/escapedWords';
import { pseudoBundle } from '../../support/pseudoLocale';
import { analyzed } from '../analysis/support';

const SAMPLES = path.join(process.env['CORUN_ROOT'] ?? process.cwd(), 'workloads/samples');
const SHOWN = ['srad/srad.cu', 'streams-vmp/streams_vmp.cu', 'reduction/reduction.cu'];
const PROFILES = ['srad.metrics.csv', 'srad.trace.csv', 'streams-vmp.trace.csv'];

const read = (name: string): string => readFileSync(path.join(SAMPLES, name), 'utf8');
const byName = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, read(name)]));

/** Names in the samples, GPUs, and what is written alike in every language. */
const names = new Set([
  ...SHOWN.flatMap((name) => wordsOfCode(read(name))),
  ...[...SHOWN, ...readdirSync(SAMPLES)].flatMap((name) => name.match(/[A-Za-z]+/g) ?? []),
  ...listGpus().flatMap(({ name, id }) => `${name} ${id}`.match(/[A-Za-z]+/g) ?? []),
  ...['corun', 'SimK', 'moka', 'contention', 'nvprof', 'HtoD', 'DtoH'],
]);

describe('the editor in another language', () => {
  let results: WorkspaceResults;
  before(async () => {
    results = await analyzed({
      sources: byName(SHOWN),
      profiles: byName(PROFILES.map((name) => `profiles/${name}`)),
      settings: { gpu: 'gtx-950' },
    });
    useLanguage(pseudoBundle(), 'qps');
  });
  after(() => useLanguage({}));

  const saysOnlyOfTheTable = (texts: readonly (string | null | undefined)[]): void => {
    const text = texts.filter((one) => one).join('\n');
    assert.match(text, /⟦/);
    assert.deepEqual(escapedWords(text, { names, texts: [] }), []);
  };
  const both = (lens: LensText | null): readonly string[] => (lens ? [lens.title, lens.tooltip] : []);

  it('says nothing in lenses that no table has', () => {
    const verdicts = pairVerdicts(results);
    saysOnlyOfTheTable([
      ...results.files.flatMap(({ kernels, launches }) => [
        ...kernels.flatMap((kernel) => kernelLenses(kernel).flatMap(both)),
        ...launches.flatMap((launch) => both(launchLensText(launch, results))),
        ...launches.flatMap((launch) => both(overlapLensText(launch, verdicts))),
      ]),
      ...results.applications.flatMap((application) => both(orderLensText(application))),
    ]);
  });

  it('says nothing in hovers that no table has', () => {
    const verdicts = pairVerdicts(results);
    saysOnlyOfTheTable(
      results.files.flatMap(({ kernels, launches }) => [
        ...kernels.flatMap((kernel) => kernelRows(kernel, results).flat()),
        ...launches.flatMap((launch) => launchRows(launch, verdicts).flat()),
      ]),
    );
  });

  it('says nothing to a chat that no table has', () => {
    saysOnlyOfTheTable([
      kernelsAnswer(results),
      kernelAnswer(results, 'srad1'),
      coRunAnswer(results, 'srad1', 'srad2'),
    ]);
  });
});
