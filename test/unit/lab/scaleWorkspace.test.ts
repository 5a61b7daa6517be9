import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { writeWorkspace } from '../../../lab/scale/workspace';

describe('a workspace for measuring scale', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'corun-scale-test-'));
  const root = process.env['CORUN_ROOT']!;
  after(() => fs.rmSync(folder, { recursive: true }));

  it('has as many sources and profiles as were asked for, with names of their own in each copy', async () => {
    await writeWorkspace(root, folder, { sources: 130, profiles: 3, bytesPerProfile: 1, seed: 1 });
    const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
    assert.equal(files.filter((file) => file.endsWith('.cu')).length, 130);
    assert.equal(files.filter((file) => file.startsWith(`profiles${path.sep}`)).length, 3);
    const kernelIn = (part: string): string | undefined =>
      /__global__ void (\w+)/.exec(
        fs.readFileSync(path.join(folder, part, 'samples/bfs/bfs.cu'), 'utf8'),
      )?.[1];
    assert.notEqual(kernelIn('part0'), kernelIn('part1'));
  });
});
