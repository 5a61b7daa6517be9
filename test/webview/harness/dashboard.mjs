// The dashboard in a browser, with results to show.
import { loadSamples, startBrowser } from './browser.mjs';

const GPUS = [
  { id: 'gtx-950', name: 'GeForce GTX 950' },
  { id: 'a100-sxm', name: 'A100 SXM' },
  { id: 'h100-sxm', name: 'H100 SXM' },
];
const IDLE = { busy: false, message: '', fraction: null, background: false, error: null };

/** A browser with the dashboard's files behind it. */
export async function startHarness() {
  const samples = await loadSamples('results');
  const { samplePrograms, sampleShare, sampleTargets, withPrograms } = await loadSamples('share');
  const { sampleYields } = await loadSamples('yields');
  const { sampleColocate, sampleServices } = await loadSamples('service');
  const { sampleCompare } = await loadSamples('compare');
  const { sampleScenario } = await loadSamples('scenario');
  const { sampleQueue } = await loadSamples('queue');
  const browser = await startBrowser('main');

  function shown(sample, pinned) {
    const results = samples.sampleResults(sample);
    return pinned ? samples.samplePinned(results) : results;
  }

  /** Opens one page; `pinned` with a baseline, `programs` with those of the share view, `whatIf` makes what is tried of the results; `sample` are the options of the sample results, null for no results yet. */
  async function open({
    sample,
    share,
    yields,
    compare,
    colocate,
    scenario,
    queue,
    pinned = false,
    programs = false,
    whatIf,
    activity = IDLE,
    ...look
  }) {
    const page = await browser.open(look);
    await page.send({
      type: 'choices',
      gpus: GPUS,
      modes: ['streams', 'time-slice', 'mps', 'spatial', 'mig'],
    });
    if (sample) await page.send(samples.resultsMessage(shown(sample, pinned)));
    if (programs) await page.send(samples.resultsMessage(withPrograms({ ...shown(sample), revision: 2 })));
    if (whatIf) await page.send({ type: 'whatIf', whatIf: whatIf(samples.sampleResults(sample)) });
    if (share) await page.send({ type: 'share', share });
    if (yields) await page.send({ type: 'yields', yields });
    if (compare) await page.send({ type: 'compare', compare });
    if (colocate) await page.send(samples.resultsMessage(sampleServices()));
    if (colocate) await page.send({ type: 'colocate', colocate });
    if (scenario) await page.send({ type: 'scenario', scenario });
    if (queue) await page.send({ type: 'queue', queue });
    await page.send({ type: 'activity', activity });
    return page;
  }

  const { samplePinned, sampleResults, resultsMessage } = samples;
  return {
    open,
    samplePrograms,
    withPrograms,
    sampleShare,
    sampleYields,
    sampleColocate,
    sampleCompare,
    sampleServices,
    sampleTargets,
    sampleScenario,
    sampleQueue,
    samplePinned,
    sampleResults,
    resultsMessage,
  };
}
