import { describe, it } from 'mocha';
import assert from 'node:assert/strict';
import * as esbuild from 'esbuild';
import { packaged } from '../../scripts/build.mjs';

describe('the bundles of the package', () => {
  it('hold nothing of the laboratory or of the tests', async () => {
    for (const target of packaged) {
      // Only what goes in is looked at.
      const quick = { minify: false, sourcemap: false, plugins: [], metafile: true, write: false };
      const { metafile } = await esbuild.build({ ...target, ...quick });
      const inputs = Object.keys(metafile.inputs);
      assert.ok(inputs.some((input) => /^(src|webview)\//.test(input)));
      assert.deepEqual(
        inputs.filter((input) => /^(lab|test|scripts)\//.test(input)),
        [],
      );
    }
  });
});
