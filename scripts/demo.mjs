// `npm run demo`: from a bare clone to a report on the bundled samples; with `-- --open` also to the
// editor that shows them: VSCODE_EXECUTABLE, else `code` on PATH, else the offline VS Code in a browser.
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findProgram } from './host/tools.mjs';
import { installPackages } from './install.mjs';

const root = path.resolve(import.meta.dirname, '..');
const SAMPLES = path.join(root, 'workloads/samples');

function node(args) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

/** A desktop VS Code on the samples; it stays open after this script ends. */
function openDesktop(executable) {
  // Electron refuses to run as root without these two.
  const asRoot =
    process.getuid?.() === 0 ? ['--no-sandbox', '--user-data-dir', path.join(root, 'out/vscode')] : [];
  const args = ['--new-window', `--extensionDevelopmentPath=${root}`, SAMPLES, ...asRoot];
  spawn(executable, args, { detached: true, stdio: 'ignore', shell: process.platform === 'win32' }).unref();
  console.log(`\nopened the samples in ${executable}`);
}

/** The offline VS Code on a copy of the samples, until it is interrupted. */
async function openInBrowser() {
  const { ensureHost } = await import('./host/setup.mjs');
  const { createSession, startServer } = await import('./host/server.mjs');
  const host = await ensureHost({ browser: false });
  const session = await createSession([SAMPLES]);
  const server = await startServer(host, session);
  console.log(`\nopen in a browser: ${server.url({ extension: root })}`);
  console.log(`password: ${server.password}`);
  console.log('(a copy of the samples; Ctrl+C ends it)');
  await server.closed;
}

const { values } = parseArgs({ options: { open: { type: 'boolean', default: false } } });
installPackages();
node([path.join(root, 'scripts/build.mjs')]);
node([path.join(root, 'dist/cli.js'), 'analyze', 'workloads/samples']);
if (values.open) {
  const desktop = process.env.VSCODE_EXECUTABLE || findProgram(['code']);
  if (desktop) openDesktop(desktop);
  else await openInBrowser();
}
