import { readdirSync } from 'node:fs';
import path from 'node:path';
import Mocha from 'mocha';
import { PATIENCE_MS } from '../support/patience';
import { ProgressReporter, report } from './progress';

/** Longer than any wait within a test, whose error says more. */
const TIMEOUT_MS = 2 * PATIENCE_MS;

/**
 * What VS Code calls inside the extension host (`extensionTestsPath`): runs every `*.test.js` beside this
 * module. The launcher names the progress file and an optional title filter in the environment; the
 * promise rejects when a test failed, as `@vscode/test-electron` expects.
 */
export async function run(): Promise<void> {
  const file = process.env['CORUN_HOST_PROGRESS'];
  if (!file) throw new Error('CORUN_HOST_PROGRESS names no file: start the tests with npm run test:host');
  process.setSourceMapsEnabled(true);
  let failures: number;
  try {
    failures = await runMocha(file);
  } catch (error) {
    report(file, { kind: 'error', message: error instanceof Error ? error.message : String(error) });
    throw error;
  }
  report(file, { kind: 'end' });
  if (failures > 0) throw new Error(`${failures} failed`);
}

function runMocha(file: string): Promise<number> {
  const grep = process.env['CORUN_HOST_GREP'];
  const mocha = new Mocha({
    ui: 'bdd',
    timeout: TIMEOUT_MS,
    reporter: ProgressReporter,
    reporterOptions: { file },
    ...(grep ? { grep } : {}),
  });
  for (const name of readdirSync(__dirname, { recursive: true, encoding: 'utf8' }).sort()) {
    if (name.endsWith('.test.js')) mocha.addFile(path.join(__dirname, name));
  }
  return new Promise((resolve) => mocha.run(resolve));
}
