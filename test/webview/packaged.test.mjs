import { describe, it } from 'mocha';
import assert from 'node:assert/strict';
import { requireProduct } from '../../scripts/build.mjs';

describe('the bundles of the package', () => {
  it('hold nothing of the laboratory or of the tests, or are not built', () => {
    const bundle = (...inputs) => ({
      inputs: Object.fromEntries(inputs.map((input) => [input, {}])),
      outputs: { 'dist/worker.js': {} },
    });
    requireProduct(bundle('src/extension.ts', 'webview/main.ts', 'node_modules/lit/html.js'));
    for (const foreign of ['lab/main.ts', 'test/unit/support.ts', 'scripts/files.mjs'])
      assert.throws(
        () => requireProduct(bundle('src/extension.ts', foreign)),
        new RegExp(`dist/worker.js: ${foreign}`),
      );
  });
});
