// Lets Node load TypeScript, for tests that run one file at a time from source: `npx mocha FILE`, or an editor's
// Mocha extension, which reads .mocharc.json. `node scripts/test-unit.mjs` bundles instead, which runs faster.
const { readFileSync } = require('node:fs');
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

// They are tried in their order: a module goes before the data of its name.
const readJson = require.extensions['.json'];
delete require.extensions['.json'];
require.extensions['.json'] = readJson;
