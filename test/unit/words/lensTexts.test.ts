import assert from 'node:assert/strict';
import { message } from '../../../src/kernel/message';
import { dividedRanges } from '../../../src/analysis/corun/dividedRanges';
import { pairVerdicts } from '../../../src/analysis/corun/pairVerdicts';
import type { KernelResult } from '../../../src/analysis/results/kernelResult';
import {
  kernelLenses,
  launchLensText,
  overlapLensText,
  raceLensText,
  orderLensText,
  type KernelLensKind,
  type LensText,
} from '../../../src/words/texts/lensTexts';
import { kernelRows } from '../../../src/words/texts/kernelRows';
import { knownTimeSummary } from '../../../src/words/texts/summaries';
import { coRunRows } from '../../../src/words/texts/coRunRows';
import { overlapGain, pairTitle, pairWithPlaces } from '../../../src/words/texts/overlapTexts';
import { sampleResults } from '../../webview/samples/results';
import { fittedSimulation } from '../../webview/samples/fit';

const results = sampleResults({ kernels: 4, ownSms: true });
const kernel = results.files[0]!.kernels[0]!;
const LONG = 'a_very_long_kernel_name_that_somebody_generated_from_a_template_of_templates';

const LEGEND = '● measured ◐ simulated ○ predicted △ assumed';

function kernelLensTexts(of: KernelResult): Partial<Record<KernelLensKind, LensText>> {
  return Object.fromEntries(kernelLenses(of).map(({ kind, title, tooltip }) => [kind, { title, tooltip }]));
}

describe('texts of lenses', () => {
  it('are short whatever names are in the sources, and name the partners on hover', () => {
    const beside = (slowdown: number) => ({
      kernelId: LONG,
      name: LONG,
      slowdown,
      waiting: null,
      origin: 'simulated' as const,
      error: 0.25,
    });
    const texts = kernelLensTexts({
      ...kernel,
      bestPartner: { ...beside(1.1), kernelId: 'other' },
      worstPartner: beside(43.49),
    });
    assert.equal(texts.coRun?.title, 'co-run ×1.10 … ×43.49 ◐');
    assert.match(texts.coRun!.tooltip, new RegExp(`×43\\.49 ◐ ± 25 % beside ${LONG}`));
    const row = Object.values(texts).map((text) => text.title);
    assert.ok(row.join(' | ').length < 140, row.join(' | '));
    assert.ok(row.every((title) => !title.includes(LONG)));
  });

  it('say of a time that it is by a guess, which a click sets, and so do hover and table', () => {
    const guess = (at: number) => ({ key: `a.cu:k:trips_${at}`, name: `trips_${at}`, value: 8 });
    const time = { value: 2e3, unit: 'ns', origin: 'simulated' as const, from: 'one launch' };
    const told = { ...kernel, assumptions: [], time: { ...time, guesses: [guess(1)] } };
    const lens = kernelLenses(told).find(({ kind }) => kind === 'measured')!;
    assert.match(lens.title, /^2\sµs ◐ if trips_1 = 8 \(guessed\)$/);
    assert.equal(lens.sets, 'a.cu:k:trips_1');
    assert.match(lens.tooltip, /^Data decide trips_1, and nobody has told it/);
    const [row] = kernelRows(told, results);
    assert.match(row![1], /^2\sµs ◐ if trips_1 = 8 \(guessed\) – one launch$/);
    const many = { ...told, time: { ...time, guesses: [1, 2, 3, 4, 5].map(guess) } };
    assert.match(knownTimeSummary(many)!, /if trips_1 = 8, trips_2 = 8, trips_3 = 8 and 2 more \(guessed\)$/);
    const bare = kernelLenses({ ...told, time }).find(({ kind }) => kind === 'measured')!;
    assert.deepEqual([bare.sets, /guessed/.test(bare.title)], [undefined, false]);
  });

  it('name what a launch races with, and the buffer on hover', () => {
    const [launch] = results.files[0]!.launches;
    assert.equal(raceLensText(launch!), null);
    const where = message('analysis.launch.inLine', { line: 12 });
    const race = { what: LONG, where, path: 'a.cu', line: 12, buffer: 'partial' };
    const lens = raceLensText({ ...launch!, races: [race, { ...race, what: 'scale' }] })!;
    assert.match(lens.title, /^races with a_very_long_kernel_name…? \(line 12\) \(\+1 more\)$/);
    assert.match(lens.tooltip, /^a_very_.*\(line 12\): both use partial, one of them writes it/);
    assert.match(lens.tooltip, /\nscale \(line 12\): both use partial/);
  });

  it('tell on hover how the SMs are better split with the worst partner', () => {
    const [range] = dividedRanges(kernel.id, results.matrix, new Set(results.matrix.kernelIds));
    const surest = kernelLenses({ ...kernel, divided: [range!, range!] }).filter(
      ({ kind }) => kind === 'ownSms',
    );
    assert.equal(surest.length, 1);
    const lens = kernelLensTexts({ ...kernel, divided: [range!] }).ownSms!;
    assert.match(lens.title, /^half the SMs ×\d/);
    const { name } = range!.worst;
    const line = `fair split with ${name}: 80 : 52 SMs as green contexts, ×1.30 and ×1.35 ○`;
    assert.ok(lens.tooltip.split('\n').includes(line), lens.tooltip);
  });

  it('tell over a launch what can run beside it, and what that saves', () => {
    const verdicts = pairVerdicts(results);
    const [first, ...others] = verdicts.filter(({ pair }) => pair.some((met) => met.kernel.id === kernel.id));
    const { path, line } = kernel;
    const launch = { ...results.files[0]!.launches[0]!, path, line };
    const lens = overlapLensText(launch, verdicts)!;
    const other = first!.pair.find((met) => met.kernel.id !== kernel.id)!.kernel.name;
    assert.ok(lens.title.startsWith(`∥ ${other}: `), lens.title);
    assert.ok(lens.title.endsWith(` (+${others.length} more)`), lens.title);
    assert.ok(lens.tooltip.includes(overlapGain(first!)), lens.tooltip);
    assert.equal(overlapLensText({ ...launch, line: line + 1 }, verdicts), null);
    const pair = first!.pair.map((met) => ({ ...met, kernel: { ...met.kernel, name: LONG } }));
    const long = { ...first!, pair: [pair[0]!, pair[1]!] as const };
    assert.ok(overlapLensText(launch, [long])!.title.length < 80);
  });

  it('call another launch of the same kernel what it is, and name one place once', () => {
    const [first] = pairVerdicts(results);
    const [one] = first!.pair;
    const again = { ...first!, pair: [one, one] as const };
    const { name } = one.kernel;
    assert.equal(pairTitle(again.pair), `${name} ∥ itself`);
    assert.equal(pairWithPlaces(again.pair), `${name} ∥ itself (${one.path}:${one.line})`);
    const below = { ...one, line: one.line + 1 };
    assert.equal(
      pairWithPlaces([one, below]),
      `${name} (${one.path}:${one.line}) ∥ itself (${one.path}:${one.line + 1})`,
    );
    const untold = { ...again, verdict: null, answers: [null, null] as const };
    assert.match(overlapGain(untold), new RegExp(`slowdown of ${name} beside another launch of it`));
  });

  it('say whether neighbours slow a kernel down more than others', () => {
    const partner = {
      kernelId: 'a',
      name: 'a',
      slowdown: 2,
      waiting: null,
      origin: 'simulated' as const,
      error: null,
    };
    const sensitivity = {
      isSensitive: true,
      meanSlowdown: 1.62,
      partners: 9,
      limit: 1.4,
      origin: 'simulated' as const,
    };
    const row = (of: KernelResult) => coRunRows(of).find(([name]) => name === 'neighbours')?.[1];
    const own = { ...kernel, bestPartner: partner, worstPartner: partner, sensitivity };
    assert.match(
      row(own)!,
      /^slowed down more than most: ×1\.62 ◐ on average beside 9 kernels, .* less than ×1\.40$/,
    );
    assert.match(
      row({ ...own, sensitivity: { ...sensitivity, isSensitive: false, meanSlowdown: 1.1 } })!,
      /^slowed down less than most: ×1\.10 ◐/,
    );
    assert.equal(row({ ...own, sensitivity: null }), undefined);
  });

  it('mark both ends of a range where their origins differ', () => {
    const best = {
      kernelId: 'a',
      name: 'a',
      slowdown: 1,
      waiting: null,
      origin: 'assumed' as const,
      error: null,
    };
    const worst = {
      kernelId: 'b',
      name: 'b',
      slowdown: 2,
      waiting: null,
      origin: 'simulated' as const,
      error: null,
    };
    const { coRun } = kernelLensTexts({ ...kernel, bestPartner: best, worstPartner: worst });
    assert.equal(coRun?.title, 'co-run ×1.00 △ … ×2.00 ◐');
  });

  it('mark class and occupancy once where both come from the same, and tell what the mark means', () => {
    const ofOrigin = (origin: 'predicted' | 'assumed'): LensText => {
      const { kernelClass: bound, occupancy } = kernel;
      const from = { ...occupancy!.source, origin };
      const clocks = { ...bound!.computeClocks, origin: 'predicted' as const };
      return kernelLensTexts({
        ...kernel,
        kernelClass: { ...bound!, computeClocks: clocks },
        occupancy: { ...occupancy!, source: from },
      }).kernelClass!;
    };
    assert.match(ofOrigin('predicted').title, /^[a-z]+-bound · occupancy \d+ % ○$/);
    assert.match(ofOrigin('assumed').title, /^[a-z]+-bound ○ · occupancy \d+ % △$/);
    assert.ok(ofOrigin('predicted').tooltip.endsWith(LEGEND));
  });

  it('tell on hover where a time comes from', () => {
    const time = { value: 2000, unit: 'ns', origin: 'simulated' as const, from: 'one launch, 3000 cycles' };
    const lens = (simulation: typeof kernel.simulation) =>
      kernelLensTexts({ ...kernel, time, simulation, measured: [] }).measured!;
    const plain = { title: '2 µs ◐', tooltip: `simulated: one launch, 3000 cycles\n${LEGEND}` };
    assert.deepEqual(lens(null), plain);
    const fits = [0, 1, 2, 3].map((index) => lens(fittedSimulation(index)));
    assert.ok(fits.every(({ title }) => title === plain.title));
    const place = 'counts off by ×3.32 → ×1.05 from profiles/run.metrics.csv:6 ●';
    assert.deepEqual(
      fits.map(({ tooltip }) => tooltip.split('\nprogram: ')[1]?.split('\n')[0]),
      [
        `${place}; simulated on GTX 950, counters off by 41 % → 11 % ◐`,
        place,
        'not fitted: profiles/run.metrics.csv:6: its counters are of 3704 warps, the launch has 7408',
        `${place}; not simulated beside it: its GPU, Imaginary 9000, is not known`,
      ],
    );
  });

  it('cut reasons, and tell them whole on hover', () => {
    const refused = `inline PTX ${'that goes on and on '.repeat(10)}`;
    const { kernelClass } = kernelLensTexts({ ...kernel, refused });
    assert.ok(kernelClass!.title.length <= 60 && kernelClass!.title.endsWith('…'), kernelClass!.title);
    assert.equal(kernelClass!.tooltip, refused);
    const launch = { ...results.files[0]!.launches[0]!, waves: null, unknowns: [LONG, LONG] };
    assert.ok(launchLensText(launch, results).title.length <= 60);
    assert.ok(launchLensText(launch, results).tooltip.includes(`${LONG}, ${LONG}`));
    const firstTurn = message('cuda.firstTurn', { name: 'threads' });
    const { tooltip } = launchLensText({ ...launch, assumptions: [firstTurn] }, results);
    assert.ok(tooltip.endsWith('\nthreads changes with each turn of its loop; that of the first is taken.'));
  });

  it('say nothing of an order where there is none to choose', () => {
    const application = results.applications[0]!;
    assert.equal(orderLensText({ ...application, order: null }), null);
    assert.ok(orderLensText(application)!.title.length <= 60);
  });
});
