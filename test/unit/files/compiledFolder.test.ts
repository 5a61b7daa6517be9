import assert from 'node:assert/strict';
import path from 'node:path';
import { compiledFolder } from '../../../src/files/compiledCode';

describe('the folder of compiled code', () => {
  const at = (
    platform: NodeJS.Platform,
    env: NodeJS.ProcessEnv = {},
    home = path.resolve('/home/ada'),
  ): string | null => compiledFolder({ platform, env }, home);

  it('is where each system keeps what can be made again', () => {
    assert.equal(at('linux'), path.resolve('/home/ada/.cache/corun/compiled'));
    assert.equal(at('darwin'), path.resolve('/home/ada/Library/Caches/corun/compiled'));
    assert.equal(at('win32'), path.resolve('/home/ada/AppData/Local/corun/compiled'));
    assert.equal(
      at('win32', { LOCALAPPDATA: path.resolve('/local') }),
      path.resolve('/local/corun/compiled'),
    );
    assert.equal(
      at('linux', { XDG_CACHE_HOME: path.resolve('/caches') }),
      path.resolve('/caches/corun/compiled'),
    );
  });

  it('is none where a relative one is named, Node keeps none, or the user has no home', () => {
    for (const platform of ['linux', 'darwin', 'win32'] as const) assert.equal(at(platform, {}, ''), null);
    assert.equal(at('linux', { XDG_CACHE_HOME: 'caches' }), null);
    assert.equal(at('linux', { NODE_DISABLE_COMPILE_CACHE: '1' }), null);
  });
});
