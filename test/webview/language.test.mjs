// Every view in a language whose words are all accented: what is not, escaped the table of messages.
import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { startHarness } from './harness/dashboard.mjs';
import { startProfileHarness } from './harness/profile.mjs';
import { useHarness } from './harness/suite.mjs';
import { escapedOn } from './harness/visibleText.mjs';

const VIEWS = [
  'overlap',
  'kernels',
  'corun',
  'compare',
  'share',
  'service',
  'timeline',
  'block',
  'assumptions',
  'scenario',
  'queue',
];

describe('the dashboard in another language', () => {
  const suite = useHarness(startHarness);

  it('says nothing in any view that no table has', async () => {
    const { harness } = suite;
    const page = await suite.open({
      translated: true,
      sample: { kernels: 10 },
      share: harness.sampleShare(),
      compare: harness.sampleCompare(),
      scenario: await harness.sampleScenario(),
      queue: await harness.sampleQueue(),
    });
    const escaped = {};
    for (const view of VIEWS) {
      await page.tab.click(`#tab-${view}`);
      assert.match(await page.tab.innerText('main'), /⟦/, view);
      const words = await escapedOn(page);
      if (words.length > 0) escaped[view] = words;
    }
    assert.deepEqual(escaped, {});
  });

  it('says nothing without results that no table has', async () => {
    const page = await suite.open({ translated: true });
    assert.deepEqual(await escapedOn(page), []);
  });
});

describe('the profile editor in another language', () => {
  const suite = useHarness(startProfileHarness);

  it('says nothing on any page that no table has', async () => {
    const { samples } = suite.harness;
    const page = await suite.open({
      translated: true,
      messages: samples.sampleMessages(samples.samplePage(60)),
    });
    const tabs = page.tab.locator('[role=tab]');
    const escaped = {};
    for (let at = 0; at < (await tabs.count()); at++) {
      await tabs.nth(at).click();
      const words = await escapedOn(page);
      if (words.length > 0) escaped[await tabs.nth(at).getAttribute('id')] = words;
    }
    assert.deepEqual(escaped, {});
  });
});
