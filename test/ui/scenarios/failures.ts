import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Workbench } from '../workbench';

/** What a page asks the editor for, which fails there: the user is told why. */
export const failures = (window: () => Workbench): Mocha.Suite =>
  describe('what fails behind a page', () => {
    let workbench: Workbench;
    let settings: string;
    let kept: string;

    before(async () => {
      workbench = window();
      await workbench.closeEditors();
      settings = path.join(workbench.folder, '.vscode/settings.json');
      kept = readFileSync(settings, 'utf8');
      // Nothing can be written into settings that are no JSON; what stands before the fault counts.
      writeFileSync(
        settings,
        `${kept.trimEnd().slice(0, -1)}, "corun.gpu": "v100-sxm2", "corun.sharingMode": `,
      );
      await workbench.page.locator('.part.statusbar').getByText('V100-SXM2').waitFor();
    });
    after(() => writeFileSync(settings, kept));
    afterEach(() => workbench.runCommand('Notifications: Clear All Notifications'));

    /** The words of the editor itself. */
    const told = (): Promise<string> => workbench.notification(/Unable to write into workspace settings/);

    it('is told where the dashboard has asked', async () => {
      await workbench.runCommand('Corun: Open Dashboard');
      const page = await workbench.webview('Corun Dashboard');
      const gpu = page.locator('vscode-dropdown').first();
      await gpu.click();
      await gpu.getByRole('option', { name: 'A100-SXM4-40GB', exact: true }).click();
      assert.match(await told(), /correct errors/);
      await gpu.locator('.selected-value').filter({ hasText: 'V100-SXM2' }).waitFor();
      await workbench.screenshot('failure-told');
      await workbench.closeEditors();
    });

    it('is told where the page of a profile has asked', async () => {
      await workbench.quickOpen('pathfinder.trace.csv');
      const page = workbench.page
        .locator('iframe.webview.ready:visible')
        .last()
        .contentFrame()
        .frameLocator('iframe#active-frame');
      await page.getByRole('button', { name: 'Select GPU' }).click();
      await workbench.pick('Automatic');
      assert.match(await told(), /correct errors/);
    });
  });
