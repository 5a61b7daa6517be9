// Bundles test files for Node or for the extension host; packages stay outside, so one mocha serves all.
import path from 'node:path';
import * as esbuild from 'esbuild';
import { rmSync } from './files.mjs';

const root = path.resolve(import.meta.dirname, '..');

/** Bundles `files` (absolute paths below `base`) into `out`, which is emptied first. */
export async function bundleTests(files, base, out) {
  rmSync(out);
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: files,
    outdir: out,
    outbase: base,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    packages: 'external',
    external: ['vscode'],
    sourcemap: 'linked',
    define: { 'import.meta.url': '__importMetaUrl', 'process.env.CORUN_ROOT': JSON.stringify(root) },
    banner: { js: "const __importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
    logLevel: 'warning',
  });
}
