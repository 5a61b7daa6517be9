import assert from 'node:assert/strict';
import { firstDefinition, ofNode } from '../../../src/cuda/syntax/nodes';
import { testParser } from './support';

describe('facts of nodes', () => {
  it('are found once for a node, by whichever object, and anew in another tree', async () => {
    const parser = await testParser();
    const looked: string[] = [];
    const nameOf = ofNode((node) => {
      const name = node.childForFieldName('declarator')?.childForFieldName('declarator')?.text ?? null;
      looked.push(String(name));
      return name;
    });
    const trees = ['void f() {}', 'void g() {}'].map((text) => parser.parse(text));
    for (const { root } of trees) {
      const [one, again] = [firstDefinition(root)!, root.namedChild(0)!];
      assert.notEqual(one, again);
      assert.equal(nameOf(one), nameOf(again));
      assert.equal(nameOf(root), null);
    }
    assert.deepEqual(looked, ['f', 'null', 'g', 'null']);
    for (const tree of trees) tree.delete();
  });
});
