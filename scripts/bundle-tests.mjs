// Bundles test files for Node or for the extension host; packages stay outside, so one mocha serves all.
import path from 'node:path';
import * as esbuild from 'esbuild';
import { bundledChip } from './chip.mjs';
import { rmSync } from './files.mjs';

const root = path.resolve(import.meta.dirname, '..');

/** Bundles each of `files` (absolute paths below `base`) into `out`, which is emptied first. */
export async function bundleTests(files, base, out) {
  rmSync(out);
  await bundle({ entryPoints: files, outdir: out, outbase: base });
}

/**
 * Bundles `files` (absolute paths) into at most `most` bundles in `out`, which is emptied first. Tests of one bundle
 * share what they import: it is written, loaded and compiled once. Returns the bundles' paths.
 */
export async function bundleTogether(files, most, out) {
  rmSync(out);
  const groups = Array.from({ length: Math.min(most, files.length) }, () => []);
  // Dealt out: neighbours in a folder tend to take alike long.
  files.forEach((file, index) => groups[index % groups.length].push(file));
  return Promise.all(
    groups.map(async (group, index) => {
      const outfile = path.join(out, `group-${String(index + 1).padStart(2, '0')}.test.js`);
      const contents = group.map((file) => `import ${JSON.stringify(file)};`).join('\n');
      await bundle({ stdin: { contents, resolveDir: root, loader: 'ts' }, outfile });
      return outfile;
    }),
  );
}

function bundle(entries) {
  return esbuild.build({
    ...entries,
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    packages: 'external',
    external: ['vscode'],
    plugins: [bundledChip],
    sourcemap: 'linked',
    define: { 'import.meta.url': '__importMetaUrl', 'process.env.CORUN_ROOT': JSON.stringify(root) },
    banner: { js: "const __importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
    logLevel: 'warning',
  });
}
