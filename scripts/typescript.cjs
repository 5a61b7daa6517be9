// Lets Node load TypeScript, for tests that run one file at a time from source: `npx mocha FILE`, or an editor's
// Mocha extension, which reads .mocharc.json. `node scripts/test-unit.mjs` bundles instead, which runs faster.
const { execFileSync } = require('node:child_process');
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const process = require('node:process');
const esbuild = require('esbuild');

process.env.CORUN_ROOT ??= path.resolve(__dirname, '..');
process.setSourceMapsEnabled(true);

// Node looks up imports without an extension, and folders, by the names that stand here.
require.extensions['.ts'] = (loaded, file) => {
  const { code } = esbuild.transformSync(readFileSync(file, 'utf8'), {
    sourcefile: file,
    loader: 'ts',
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    sourcemap: 'inline',
    define: { 'import.meta.url': '__importMetaUrl' },
    banner: "const __importMetaUrl = require('node:url').pathToFileURL(__filename).href;",
  });
  loaded._compile(code, file);
};

// The chip is compiled in a process of its own: here everything has to be there at once.
const load = Module._load;
Module._load = (request, ...rest) => {
  if (!request.endsWith('/chip.wasm')) return load(request, ...rest);
  const file = execFileSync(process.execPath, [path.join(__dirname, 'chip.mjs')], { encoding: 'utf8' });
  return { __esModule: true, default: readFileSync(file.trim()) };
};

// They are tried in their order: a module goes before the data of its name.
const readJson = require.extensions['.json'];
delete require.extensions['.json'];
require.extensions['.json'] = readJson;

// What bundles are given for the sources of the chip (bundledChip in scripts/chip.mjs).
Object.assign(globalThis, require('../src/simulator/chip/words.ts'));
