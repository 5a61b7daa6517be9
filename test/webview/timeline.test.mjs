// Timelines of the dashboard in headless Chromium.
import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { startHarness } from './harness/dashboard.mjs';
import { strokesWhileZooming } from './harness/strokes.mjs';
import { useHarness } from './harness/suite.mjs';

describe('timelines in a browser', () => {
  const suite = useHarness(startHarness);
  const { last } = suite;
  let page;
  const open = async (options) => (page = await suite.open(options));

  it('zooms, walks and exports the timeline', async () => {
    await open({ sample: { kernels: 4 }, state: { view: 'timeline' } });
    const canvas = page.tab.locator('corun-gantt canvas');
    const whole = await page.picture(canvas, () => true);
    await canvas.hover({ position: { x: 400, y: 120 } });
    await page.tab.keyboard.down('Control');
    await page.tab.mouse.wheel(0, -300);
    await page.tab.keyboard.up('Control');
    await page.picture(canvas, (shown) => shown !== whole);
    await canvas.focus();
    await page.tab.keyboard.press('ArrowRight');
    await page.tab.keyboard.press('ArrowRight');
    assert.match(await page.tab.innerText('corun-gantt [role=status]'), /vectorAdd: .*stream 1/);
    await page.tab.keyboard.press('Enter');
    assert.equal((await last('reveal')).line, 40);
    await page.tab.click('button:has-text("Chrome trace")');
    const saved = await last('save');
    assert.equal(saved.suggestedName, 'vmp-timeline.json');
    assert.ok(JSON.parse(saved.text).traceEvents.length > 120);
  });

  it('says what a timeline is made of, and where each number comes from', async () => {
    await open({ sample: { kernels: 4, profiles: false }, state: { view: 'timeline' } });
    assert.match(await page.tab.innerText('.application'), /from source, kernel times simulated ◐/);
    const rows = await page.tab.locator('table.inputs tr').allInnerTexts();
    assert.match(rows[0], /vectorAdd alone\s+48\s*µs ◐\s+one launch/);
    assert.match(rows.at(-1), /copies host to device, pinned memory\s+12\.4\s*GB\/s △\s+PCIe 3\.0/);
  });

  it('says of times that rest on a guess what is guessed, with the way to set it', async () => {
    const results = suite.harness.sampleResults({ kernels: 4, profiles: false });
    const key = 'src/kernels/linear.cu:vectorAdd:trips_edge';
    const guesses = [{ key, name: 'trips_edge', value: 8 }];
    const [program] = results.applications;
    const guessed = (value) => ({ ...value, guesses });
    const [input, ...inputs] = program.inputs;
    const files = results.files.map((file) => ({
      ...file,
      kernels: file.kernels.map((kernel) => ({ ...kernel, time: kernel.time && guessed(kernel.time) })),
    }));
    const applications = [{ ...program, inputs: [{ ...input, value: guessed(input.value) }, ...inputs] }];
    await open({ state: { view: 'timeline' } });
    await page.send(suite.harness.resultsMessage({ ...results, files, applications }));
    const said = /if trips_edge = 8 \(guessed\)/;
    assert.match(await page.tab.innerText('.application'), said);
    assert.match((await page.tab.locator('table.inputs tr').allInnerTexts())[0], said);
    await page.tab.click('#tab-kernels');
    await page.tab.click('table.kernels button:has-text("if trips_edge = 8 (guessed)") >> nth=0');
    assert.deepEqual(await last('askAssumption'), { type: 'askAssumption', key });
    assert.equal((await suite.posted('reveal')).length, 0);
  });

  it('answers in a sentence whether streams would help where nothing takes another time', async () => {
    const results = suite.harness.sampleResults({ kernels: 10 });
    const [program] = results.applications;
    const withPlan = (plan) => ({
      ...results,
      applications: [{ ...program, plan: { ...program.plan, ...plan } }],
    });
    await open({ state: { view: 'timeline' } });
    await page.send(suite.harness.resultsMessage(withPlan({})));
    assert.ok((await page.tab.locator('.plan .meter').count()) > 0);
    const ns = program.predicted.makespanNs;
    const same = { serialNs: ns, pinnedSerialNs: ns, plannedNs: ns, ceilingNs: ns / 2 };
    await page.send(suite.harness.resultsMessage({ ...withPlan(same), revision: 2 }));
    assert.equal(await page.tab.locator('.plan .meter').count(), 0);
    assert.ok((await page.tab.innerText('.plan .answer')).length > 0);
  });

  it('compares a launch order on the timeline while it is pointed at', async () => {
    await open({ sample: { kernels: 4, profiles: false }, state: { view: 'timeline' } });
    const canvas = page.tab.locator('corun-gantt canvas');
    const before = await page.picture(canvas, () => true);
    await page.tab.hover('table.orders tbody tr:first-child');
    await page.picture(canvas, (shown) => shown !== before);
    await page.tab.hover('h2 >> nth=0');
    await page.picture(canvas, (shown) => shown === before);
    await page.tab.click('table.orders tbody tr:first-child button');
    assert.equal((await page.savedState()).pinnedOrder, 'V → M → P');
  });

  it('draws what was pinned behind the bars, says when and what has become of it, and forgets it', async () => {
    const results = suite.harness.sampleResults({ kernels: 4, profiles: false });
    await open({ sample: { kernels: 4, profiles: false }, state: { view: 'timeline' } });
    const canvas = page.tab.locator('corun-gantt canvas');
    const bare = await page.picture(canvas, () => true);
    await page.tab.click('button:has-text("Pin as baseline")');
    assert.equal((await suite.posted('pinBaseline')).length, 1);
    const pinned = suite.harness.samplePinned(results);
    await page.send(suite.harness.resultsMessage({ ...pinned, revision: 2 }));
    const drawn = await page.picture(canvas, (shown) => shown !== bare);
    const said = () => page.tab.innerText('.baseline');
    assert.match(
      await said(),
      /Baseline of .*2030.*: .* → .* \(−\d+\s%\)\. Boxes behind the bars: what ran then/,
    );
    const [key] = Object.keys(pinned.changes.pinned);
    const without = (timeline) => ({
      ...pinned,
      changes: { ...pinned.changes, pinned: { [key]: { ...pinned.changes.pinned[key], timeline } } },
    });
    await page.send(suite.harness.resultsMessage({ ...without(undefined), revision: 3 }));
    await page.picture(canvas, (shown) => shown === bare);
    assert.match(await said(), /An earlier version pinned it, which kept no bars: pin again/);
    await page.send(suite.harness.resultsMessage({ ...pinned, revision: 4 }));
    await page.picture(canvas, (shown) => shown === drawn);
    await page.tab.click('button:has-text("Forget the baseline")');
    assert.equal((await suite.posted('clearBaseline')).length, 1);
    await page.send(suite.harness.resultsMessage({ ...results, revision: 5 }));
    await page.picture(canvas, (shown) => shown === bare);
  });

  it('draws twice 40,000 bars with no more strokes than its pixels can show', async () => {
    const strokes = async (bars) => {
      await open({ sample: { kernels: 4, bars }, state: { view: 'timeline' } });
      return page.tab.evaluate(strokesWhileZooming, 10);
    };
    const some = await strokes(10_000);
    const many = await strokes(40_000);
    assert.ok(Math.min(...many) > 1000, `strokes: ${many}`);
    assert.ok(Math.max(...many) < 1.5 * Math.max(...some), `strokes: ${many}, of a quarter: ${some}`);
  });
});
