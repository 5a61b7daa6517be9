import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { collectFiles } from '../../../src/analysis/collectFiles';
import { readCompileCommands, setTexts } from '../../../src/analysis/compileCommands';
import { CudaWorkspace } from '../../../src/cuda/workspace';
import { words } from '../../../src/words';

describe('compile_commands.json', () => {
  it('is a list of commands or of arguments', () => {
    const text = JSON.stringify([
      { directory: '/p', file: 'a.cu', command: 'nvcc -DA=1 a.cu' },
      { directory: '/p', file: 'b.cu', arguments: ['nvcc', '-DB', 'b.cu'] },
    ]);
    const { entries, faults } = readCompileCommands(text);
    assert.deepEqual(faults, []);
    assert.deepEqual(
      entries.map((entry) => entry.arguments),
      [
        ['nvcc', '-DA=1', 'a.cu'],
        ['nvcc', '-DB', 'b.cu'],
      ],
    );
  });

  it('is told with its line where it is no JSON, and by its entry where that is no command; the others count', () => {
    const [fault] = readCompileCommands('[\n  {"file": "a.cu",,}\n]').faults;
    assert.equal(fault!.range.startLine, 2);
    assert.match(words(fault!.message), /not JSON: column 19/);
    const { entries, faults } = readCompileCommands(
      '[{"file": 1}, {"directory": "/p", "file": "a.cu", "command": "x"}]',
    );
    assert.equal(entries.length, 1);
    assert.match(words(faults[0]!.message), /entry 1 is no compile command/);
    assert.match(words(readCompileCommands('{}').faults[0]!.message), /no list/);
    const more = readCompileCommands(
      '[{"directory": "/p", "file": "a.cu", "command": "nvcc --options-file x.rsp a.cu"}]',
    );
    assert.match(words(more.faults[0]!.message), /not read/);
  });

  it('is found in a folder and its build folders, or around a named source, and its faults are told', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'corun-commands-'));
    try {
      fs.mkdirSync(path.join(folder, 'src'));
      fs.mkdirSync(path.join(folder, 'build-debug'));
      fs.writeFileSync(
        path.join(folder, 'src/a.cu'),
        '__global__ void k() {}\nvoid run() { k<<<1, T>>>(); }',
      );
      const entries = [{ directory: folder, file: 'src/a.cu', arguments: ['nvcc', '-DT=96'] }];
      fs.writeFileSync(path.join(folder, 'build-debug/compile_commands.json'), JSON.stringify(entries));
      fs.writeFileSync(path.join(folder, 'compile_commands.json'), '[\n');
      const notes: string[] = [];
      const workspace = new CudaWorkspace();
      setTexts(workspace, await collectFiles([folder]), (line) => notes.push(words(line)));
      assert.equal(workspace.index().launches[0]!.block[0].value, 96);
      assert.equal(notes.length, 1);
      assert.match(notes[0]!, /compile_commands\.json:2: not JSON/);
      const unread = workspace.index().files.find(({ path: file }) => file.endsWith('.json'));
      assert.equal(unread!.diagnostics.length, 1);
    } finally {
      fs.rmSync(folder, { recursive: true, force: true });
    }
  });
});
