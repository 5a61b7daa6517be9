import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createRandom } from '../../../src/stats/random';
import { PATIENCE_MS } from '../../support/patience';
import { extensionHosts, storedFiles, storedSimulations } from '../extensionHost';
import { currentSession } from '../session';
import type { Workbench } from '../workbench';

/** How often it is tried; in the tests once. */
const ROUNDS = Number(process.env['CORUN_KILLS'] ?? 1);
/** A kill comes up to so long after something was stored: what follows it is written by then, or is being written. */
const LATEST_MS = 1000;
const LOOK_MS = 20;

/** The process of the extension is killed at random moments while it stores what it has simulated. */
export const killed = (window: () => Workbench): Mocha.Suite =>
  describe('what was stored when the process of the extension is killed', () => {
    it('is whole, has lost nothing, and is shown again', async () => {
      const [workbench, session, random] = [window(), currentSession(), createRandom(ROUNDS)];
      const file = path.join(workbench.folder, 'vector-add/vector_add.cuh');
      const text = readFileSync(file, 'utf8');
      for (let round = 1; round <= ROUNDS; round++) {
        const before = storedSimulations(session).size;
        // Another kernel is simulated anew.
        writeFileSync(file, text.replace('= a[i]', `= ${round}.5f * a[i]`));
        await until(() => storedSimulations(session).size > before);
        await pause(random.below(LATEST_MS));
        const known = storedSimulations(session);
        const hosts = extensionHosts(session);
        for (const pid of hosts) process.kill(pid, 'SIGKILL');
        await until(() => !extensionHosts(session).some((pid) => hosts.includes(pid)));
        const broken = storedFiles(session).filter(({ content }) => content === null);
        assert.deepEqual(broken, [], `round ${round}`);
        const now = storedSimulations(session);
        const lost = [...known].filter((key) => !now.has(key));
        assert.deepEqual(lost, [], `round ${round}`);
        await workbench.page.reload();
        await workbench.openFile('vector_add.cuh');
        await workbench.editor.waitForCodeLens(/[mµ]s ◐/);
      }
    });
  });

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function until(condition: () => boolean): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline && !condition();)
    await pause(LOOK_MS);
  assert.ok(condition(), 'nothing was stored, or nothing ended');
}
