// Bundles the extension host, the worker, the command line, the webview and the laboratory into dist/.
// `--watch` rebuilds on change; `--production` minifies, drops source maps.
import { cp, mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { bundledChip } from './chip.mjs';
import { constantBindings } from './constantBindings.mjs';
import { writeNotices } from './notices.mjs';
import { makeSchemas } from './schemas.mjs';

const root = path.resolve(import.meta.dirname, '..');
const require = createRequire(import.meta.url);
const production = process.argv.includes('--production');

const MAKES_REQUIRE =
  /const \{ createRequire \} = await import\("module"\);\s*var require = createRequire\(import\.meta\.url\);/;

/**
 * web-tree-sitter makes itself the `require` that a CommonJS bundle has, by an import() that esbuild would write with
 * that same name, not yet made.
 */
const ownRequire = {
  name: 'own-require',
  setup(build) {
    build.onLoad({ filter: /web-tree-sitter\/web-tree-sitter\.js$/ }, async ({ path: file }) => {
      const text = await readFile(file, 'utf8');
      const contents = text.replace(MAKES_REQUIRE, '');
      if (contents === text) throw new Error(`${file} makes its require otherwise now`);
      return { contents };
    });
  },
};

/** web-tree-sitter reads import.meta.url, which a CommonJS bundle lacks. */
const importMetaUrl = {
  define: { 'import.meta.url': '__importMetaUrl' },
  banner: { js: "const __importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
};

const common = {
  absWorkingDir: root,
  bundle: true,
  sourcemap: !production,
  minify: production,
  legalComments: 'none',
  logLevel: 'warning',
};

const node = {
  ...common,
  // The plugin minifies after it has seen the declarations.
  minify: false,
  plugins: [ownRequire, bundledChip, constantBindings({ minify: production })],
  // Code that is kept compiled (src/files/compiledCode.ts) knows no import().
  supported: { 'dynamic-import': false },
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  ...importMetaUrl,
};

/** Bundles of the product: all that the package holds. */
export const packaged = [
  { ...node, entryPoints: ['src/extension.ts'], outfile: 'dist/extension.js', external: ['vscode'] },
  {
    ...common,
    entryPoints: ['src/browser.ts'],
    outfile: 'dist/browser.js',
    external: ['vscode'],
    platform: 'browser',
    target: 'es2022',
    format: 'cjs',
  },
  { ...node, entryPoints: ['src/analysis/worker/start.ts'], outfile: 'dist/worker.js' },
  { ...node, entryPoints: ['src/analysis/worker/main.ts'], outfile: 'dist/worker-main.js' },
  { ...node, entryPoints: ['src/cli/start.ts'], outfile: 'dist/cli.js' },
  { ...node, entryPoints: ['src/cli/main.ts'], outfile: 'dist/cli-main.js' },
  {
    ...common,
    entryPoints: [
      { in: 'webview/main.ts', out: 'main' },
      { in: 'webview/main.css', out: 'main' },
      { in: 'webview/profile/main.ts', out: 'profile' },
      { in: 'webview/profile/main.css', out: 'profile' },
    ],
    outdir: 'dist/webview',
    platform: 'browser',
    target: 'es2022',
    format: 'iife',
    loader: { '.ttf': 'file' },
  },
];

/** Bundles of `lab/`, for `corun train` and `corun reproduce` in a checkout; never packaged. */
const laboratory = [
  { ...node, plugins: [ownRequire, bundledChip], entryPoints: ['lab/main.ts'], outfile: 'dist/lab.js' },
  {
    ...node,
    plugins: [ownRequire, bundledChip],
    entryPoints: ['lab/worker.ts'],
    outfile: 'dist/lab-worker.js',
  },
  { ...node, plugins: [ownRequire, bundledChip], entryPoints: ['lab/task.ts'], outfile: 'dist/lab-task.js' },
];

/** Packages whose library is part of what is compiled. */
const LINKED = ['assemblyscript'];

/** Packages of which files are copied as they are. */
const COPIED = ['web-tree-sitter', 'tree-sitter-cuda'];

const targets = [...packaged, ...laboratory];

/** Sources of `corun measure`, with the workloads whose kernels it launches. */
const MEASURED = [
  ['src/gpu/measuredCoRuns/measure.cu', 'measure.cu'],
  ...[
    'samples/common/cuda_check.cuh',
    'samples/matrix-mul/matrix_mul.cuh',
    'samples/matrix-mul/tile.h',
    'samples/vector-add/vector_add.cuh',
    'samples/transpose/transpose.cu',
    'suite/pressure-cache/pressure-cache.cu',
    'suite/black-scholes/black_scholes.cu',
  ].map((file) => [`workloads/${file}`, `workloads/${file}`]),
];

async function copyAssets() {
  await mkdir(path.join(root, 'dist'), { recursive: true });
  const assets = {
    'web-tree-sitter.wasm': require.resolve('web-tree-sitter/web-tree-sitter.wasm'),
    'tree-sitter-cuda.wasm': path.join(
      path.dirname(require.resolve('tree-sitter-cuda/package.json')),
      'tree-sitter-cuda.wasm',
    ),
  };
  await Promise.all(Object.entries(assets).map(([name, from]) => cp(from, path.join(root, 'dist', name))));
  await cp(path.join(root, 'src/gpu/calibration/calibrate.cu'), path.join(root, 'dist/cuda/calibrate.cu'));
  await Promise.all(
    MEASURED.map(([from, to]) => cp(path.join(root, from), path.join(root, 'dist/cuda/measure', to))),
  );
}

/** @throws Error naming what is in a bundle of the product although it belongs to nobody who installs it */
export function requireProduct({ inputs, outputs }) {
  const foreign = Object.keys(inputs).filter((input) => /^(lab|test|scripts)\//.test(input));
  if (foreign.length > 0) throw new Error(`${Object.keys(outputs).join(', ')}: ${foreign.join(', ')}`);
}

export async function buildAll() {
  await copyAssets();
  await makeSchemas();
  const [ours] = await Promise.all([
    Promise.all(packaged.map((target) => esbuild.build({ ...target, metafile: true }))),
    ...laboratory.map((target) => esbuild.build(target)),
  ]);
  const metafiles = ours.map(({ metafile }) => metafile);
  metafiles.forEach(requireProduct);
  writeNotices(root, metafiles, [...COPIED, ...LINKED], path.join(root, 'dist/THIRD-PARTY-NOTICES.txt'));
}

if (process.argv[1] === import.meta.filename) {
  await copyAssets();
  if (process.argv.includes('--watch')) {
    for (const target of targets) await (await esbuild.context({ ...target, logLevel: 'info' })).watch();
  } else {
    await buildAll();
  }
}
