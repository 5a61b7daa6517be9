// Node programs of a test run, which end when they say nothing for very long.
import path from 'node:path';
import { spawnGroup } from './host/group.mjs';
import { SILENCE_MS } from './limits.mjs';

const root = path.resolve(import.meta.dirname, '..');

/**
 * Runs Node with `args` in the project's root until it ends, or until nothing came out of it for SILENCE_MS: then
 * it is ended with all that it started. `write` takes what it says on either stream, as it comes.
 * Resolves with `{ status }`, the exit code, 1 for any other end.
 */
export async function runGuarded(
  args,
  { env = process.env, write = (text) => process.stdout.write(text) } = {},
) {
  const group = spawnGroup(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const fallSilent = () => {
    write(`ended: nothing was said for ${SILENCE_MS / 60_000} minutes\n`);
    void group.stop();
  };
  let silence = setTimeout(fallSilent, SILENCE_MS);
  for (const stream of [group.child.stdout, group.child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text) => {
      clearTimeout(silence);
      silence = setTimeout(fallSilent, SILENCE_MS);
      write(text);
    });
  }
  const end = await group.closed;
  clearTimeout(silence);
  await group.stop();
  const code = /^exit (\d+)$/.exec(end)?.[1];
  if (code === undefined) write(`${end}\n`);
  return { status: code === undefined ? 1 : Number(code) };
}
