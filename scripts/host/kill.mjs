// Kills the editor's own process (the extension host) at random moments while it analyses, simulates and stores, and
// looks at what it has stored each time:
//   node scripts/host/kill.mjs [--rounds N] [--seed N] [--no-build]
// Every file in the extension's storage must be whole, and no simulation that was stored before may be missing.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildAll } from '../build.mjs';
import { globSync } from '../files.mjs';
import { launchBrowser } from './browser.mjs';
import { createSession, startServer, tail } from './server.mjs';
import { ensureHost } from './setup.mjs';
import { HostError } from './tools.mjs';

const root = path.resolve(import.meta.dirname, '../..');
/** Few simulations, so that they are soon there to be stored. */
const SETTINGS = { 'corun.simulation.maxKernels': 2 };
/** Looks at the storage this often; a kill comes up to `LATEST_MS` after the storage has changed. */
const LOOK_MS = 20;
const LATEST_MS = 4000;
/** Rounds in which nothing new is stored for so long are given up. */
const QUIET_MS = 240_000;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Numbers in [0, 1) from a seed (a linear congruence: when to kill needs no better ones). */
function randomFrom(seed) {
  let state = seed >>> 0;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

/** The process with this word on its command line that descends from ours; undefined while there is none. */
function descendant(ancestor, word) {
  const parents = new Map();
  const named = [];
  for (const pid of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry)))
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      parents.set(Number(pid), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(word)) named.push(Number(pid));
    } catch {
      // It has ended meanwhile.
    }
  const descends = (pid) => pid !== undefined && (pid === ancestor || descends(parents.get(pid)));
  return named.find(descends);
}

/** Files that the extension stores, by name: whether each is whole, and what it holds. */
function stored(session) {
  const base = path.join(session.profile, 'User/workspaceStorage');
  if (!existsSync(base)) return [];
  return globSync(base, (file) => /(?:simulations|results-\w+)\.json$/.test(file)).map((file) => {
    const text = readFileSync(file, 'utf8');
    const end = text.indexOf('\n');
    const [, , seal] = text.slice(0, end).split(' ');
    const content = text.slice(end + 1);
    const sum = createHash('sha256').update(`${content.length}:`).update(content).digest('hex');
    const isWhole = seal === sum;
    return { name: path.basename(file), isWhole, content: isWhole ? JSON.parse(content) : null };
  });
}

const keysOf = (files) =>
  files
    .filter(({ name, content }) => name === 'simulations.json' && content !== null)
    .flatMap(({ content }) => content.map(([key]) => key));

/** Tells changes of the storage apart; names and lengths do. */
const signOf = (files) =>
  files.map(({ name, content }) => `${name}:${JSON.stringify(content).length}`).join();

/** One life of the editor up to its kill. */
async function round(host, session, waitMs) {
  const server = await startServer(host, session);
  const browser = await launchBrowser(host.chromium);
  try {
    const page = await browser.newPage();
    await page.context().addCookies([server.cookie]);
    await page.goto(server.url({ extension: root }));
    const before = signOf(stored(session));
    let pid;
    for (let waited = 0; waited < QUIET_MS; waited += LOOK_MS) {
      pid ??= descendant(server.pid, '--type=extensionHost');
      if (pid !== undefined && signOf(stored(session)) !== before) break;
      await pause(LOOK_MS);
    }
    if (pid === undefined || signOf(stored(session)) === before)
      throw new HostError(`nothing was stored\n${tail(server.log)}`);
    await pause(waitMs);
    const known = keysOf(stored(session));
    process.kill(pid, 'SIGKILL');
    return known;
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function main() {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '10' },
      seed: { type: 'string', default: '1' },
      'no-build': { type: 'boolean', default: false },
    },
  });
  const random = randomFrom(Number(values.seed));
  if (!values['no-build']) await buildAll();
  const host = await ensureHost();
  const session = await createSession([path.join(root, 'workloads/samples')], SETTINGS);
  let faults = 0;
  for (let n = 1; n <= Number(values.rounds); n++) {
    const waitMs = Math.round(LATEST_MS * random());
    const known = await round(host, session, waitMs);
    const files = stored(session);
    const now = new Set(keysOf(files));
    const lost = known.filter((key) => !now.has(key)).length;
    const broken = files.filter(({ isWhole }) => !isWhole).length;
    faults += lost + broken;
    console.log(
      `kill ${n}, ${waitMs} ms after something was stored: ${files.length} files, ${broken} broken; ${now.size} simulations, ${lost} lost`,
    );
  }
  session.dispose();
  console.log(faults === 0 ? 'nothing was lost' : `${faults} faults`);
  if (faults > 0) process.exitCode = 1;
}

try {
  await main();
} catch (error) {
  console.error(error instanceof HostError ? error.message : error);
  process.exitCode = 1;
}
