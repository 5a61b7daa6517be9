// What pages a third as wide as a window and pages of high contrast owe to those who read them.
import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { startHarness } from './harness/dashboard.mjs';
import { startProfileHarness } from './harness/profile.mjs';
import { useHarness } from './harness/suite.mjs';

/** Least height of letters on the screen that are read without effort, in pixels of the font. */
const LEAST_FONT = 9.5;

/** Runs in the page: the text of each drawing that is too small, or that leaves its drawing. */
function unreadable(least) {
  return [...globalThis.document.querySelectorAll('main svg[viewBox]:not(.cluster-chart)')].flatMap((svg) => {
    const frame = svg.getBoundingClientRect();
    const scale = frame.width / svg.viewBox.baseVal.width;
    return [...svg.querySelectorAll('text')].flatMap((text) => {
      const { left, right } = text.getBoundingClientRect();
      const font = Number.parseFloat(globalThis.getComputedStyle(text).fontSize) * scale;
      // Numbers in circles are those of a path, and stand in the table as well.
      const isSmall = font < least && text.closest('.trial') === null;
      const isOutside = left < frame.left - 1 || right > frame.right + 1;
      return isSmall || isOutside ? [`${svg.classList}: ${text.textContent.trim()} ${font} px`] : [];
    });
  });
}

describe('narrow and contrasted pages', () => {
  const suite = useHarness(startHarness);

  it('have drawings whose words can be read and are whole', async () => {
    const { harness } = suite;
    const share = harness.sampleShare();
    const yielding = { mechanism: 'yields', kernelIds: share.request.kernelIds };
    const scenes = [
      { state: { view: 'block' } },
      { state: { view: 'share' }, share },
      { state: { view: 'share', share: yielding }, yields: harness.sampleYields(true) },
      { state: { view: 'service' }, colocate: harness.sampleColocate() },
      { state: { view: 'scenario' }, scenario: await harness.sampleScenario() },
    ];
    for (const width of [480, 720, 1280])
      for (const scene of scenes) {
        const page = await suite.open({ sample: { kernels: 10 }, size: [width, 900], ...scene });
        await page.tab.locator('main svg[viewBox] text').first().waitFor();
        assert.deepEqual(
          await page.tab.evaluate(unreadable, LEAST_FONT),
          [],
          `${scene.state.view} at ${width}`,
        );
      }
  });

  it('have no unit of a headline smaller than the text below it', async () => {
    for (const width of [480, 1280]) {
      const page = await suite.open({
        sample: { kernels: 10 },
        size: [width, 900],
        state: { view: 'block' },
      });
      const [unit, text] = await page.tab.evaluate(() =>
        ['.headline small', '.answer-box p:not(.headline)'].map((selector) =>
          Number.parseFloat(
            globalThis.getComputedStyle(globalThis.document.querySelector(selector)).fontSize,
          ),
        ),
      );
      assert.ok(unit >= text, `${unit} px at ${width}`);
    }
  });

  it('show where the keyboard is, on drawings as well', async () => {
    for (const view of ['timeline', 'corun']) {
      const page = await suite.open({ sample: { kernels: 10 }, theme: 'high-contrast', state: { view } });
      const canvas = page.tab.locator('main canvas').first();
      for (let stop = 0; stop < 40 && !(await canvas.evaluate((it) => it.matches(':focus'))); stop++)
        await page.tab.keyboard.press('Tab');
      const ring = await canvas.evaluate(
        (it) => globalThis.getComputedStyle(it.closest('.canvas-scroll')).outlineStyle,
      );
      assert.equal(ring, 'solid', view);
    }
  });

  it('tell answers that arrive to those who do not look', async () => {
    const { harness } = suite;
    const scenes = [
      { state: { view: 'scenario' }, scenario: await harness.sampleScenario() },
      { state: { view: 'queue' }, queue: await harness.sampleQueue() },
      { state: { view: 'compare' }, compare: harness.sampleCompare() },
      { state: { view: 'service' }, colocate: harness.sampleColocate() },
    ];
    for (const scene of scenes) {
      const page = await suite.open({ sample: { kernels: 10 }, ...scene });
      const said = await page.tab.locator('main [aria-live=polite]').innerText();
      assert.ok(said.length > 100, scene.state.view);
    }
  });

  it('mark the policy whose plan is drawn by more than a colour', async () => {
    for (const theme of ['high-contrast', 'high-contrast-light']) {
      const queue = await suite.harness.sampleQueue();
      const page = await suite.open({ sample: { kernels: 3 }, theme, queue, state: { view: 'queue' } });
      const outline = await page.tab.evaluate(
        () =>
          globalThis.getComputedStyle(globalThis.document.querySelector('.policies tr.selected'))
            .outlineStyle,
      );
      assert.equal(outline, 'solid');
    }
  });
});

describe('a narrow profile editor', () => {
  const suite = useHarness(startProfileHarness);

  it('keeps what it says of a file off the edges', async () => {
    const { samples } = suite.harness;
    const messages = samples.sampleMessages(samples.sampleRefusedPage());
    const page = await suite.open({ messages, size: [480, 900] });
    const lefts = await page.tab.evaluate(() =>
      [...globalThis.document.querySelectorAll('.empty :is(p, code)')].map(
        (element) => element.getBoundingClientRect().left,
      ),
    );
    assert.ok(lefts.length > 1 && Math.min(...lefts) >= 16, String(lefts));
  });
});
