// Host tests in a desktop VS Code, through @vscode/test-electron.
import path from 'node:path';
import { runTests } from '@vscode/test-electron';
import { spawnGroup } from './group.mjs';
import { findProgram } from './tools.mjs';

const VERSION = process.env.VSCODE_VERSION || 'stable';
const UPDATE_SERVICE = 'https://update.code.visualstudio.com/api/releases/stable';
const PROBE_MS = 5_000;

/** True where VS Code can be downloaded: its update service answers. */
async function canDownload() {
  try {
    const answer = await fetch(UPDATE_SERVICE, { signal: AbortSignal.timeout(PROBE_MS) });
    return answer.ok;
  } catch {
    return false;
  }
}

/** True where a window cannot be shown as things are: Linux without a display. */
function displayless() {
  return process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY;
}

/** Whether the desktop VS Code serves on this machine, and why: `{ use, reason }`. */
export async function electronAvailable() {
  if (process.env.VSCODE_EXECUTABLE) return { use: true, reason: 'VSCODE_EXECUTABLE is set' };
  if (process.env.CORUN_HOST === 'offline') return { use: false, reason: 'CORUN_HOST=offline' };
  if (displayless() && !findProgram(['xvfb-run']))
    return { use: false, reason: 'no display and no xvfb-run' };
  if (!(await canDownload())) return { use: false, reason: 'VS Code cannot be downloaded here' };
  return { use: true, reason: `VS Code ${VERSION} can be downloaded` };
}

/**
 * Starts the tests under the desktop VS Code, in a process group of its own.
 * Returns what spawnGroup returns; failing tests are told by the progress file.
 */
export function startElectron({ extension, tests, session, env }) {
  const job = JSON.stringify({ extension, tests, session, env });
  const own = [process.execPath, import.meta.filename, job];
  const [file, ...args] = displayless() && findProgram(['xvfb-run']) ? ['xvfb-run', '-a', ...own] : own;
  return spawnGroup(file, args, { stdio: ['ignore', 'pipe', 'pipe'] });
}

async function main({ extension, tests, session, env }) {
  const executable = process.env.VSCODE_EXECUTABLE;
  await runTests({
    ...(executable ? { vscodeExecutablePath: executable } : { version: VERSION }),
    extensionDevelopmentPath: extension,
    extensionTestsPath: tests,
    extensionTestsEnv: env,
    launchArgs: [
      session.workspace,
      `--user-data-dir=${session.profile}`,
      `--extensions-dir=${path.join(session.folder, 'extensions')}`,
    ],
  });
}

if (process.argv[1] === import.meta.filename) {
  await main(JSON.parse(process.argv[2])).catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
