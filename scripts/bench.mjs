// Runs every bench of package.json (`bench:*`) one after the other: npm run bench
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildAll } from './build.mjs';

const root = path.resolve(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
await buildAll();
for (const name of Object.keys(scripts).filter((script) => script.startsWith('bench:'))) {
  console.log(`\n> npm run ${name}\n`);
  const { status } = spawnSync('npm', ['run', '--silent', name], { stdio: 'inherit', cwd: root });
  if (status !== 0) process.exitCode = 1;
}
