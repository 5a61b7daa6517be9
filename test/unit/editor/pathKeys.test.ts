import assert from 'node:assert/strict';
import { folderKeys, isUriKey, keyOfPath } from '../../../src/editor/pathKeys';

describe('keys of files', () => {
  it('tell folders of one name apart, whatever they are called', () => {
    assert.deepEqual(folderKeys(['src', 'lib', 'src', 'src (2)', 'src']), [
      'src',
      'lib',
      'src (2)',
      'src (2) (2)',
      'src (3)',
    ]);
    assert.deepEqual(folderKeys(['a/b', 'a_b']), ['a_b', 'a_b (2)']);
  });

  it('of names with a colon are no addresses', () => {
    for (const path of ['nvcc:x.cu', 'a1:b.cu', 'sub/a:b.cu', 'k.cu'])
      assert.ok(!isUriKey(keyOfPath(path)), path);
    assert.ok(isUriKey('untitled:Untitled-1') && isUriKey('vscode-vfs://github/a/b.cu'));
    assert.equal(keyOfPath('sub/k.cu'), 'sub/k.cu');
  });
});
