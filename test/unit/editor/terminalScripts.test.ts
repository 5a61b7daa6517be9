import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { terminalScripts } from '../../../src/editor/commands/terminalScripts';

describe('scripts that start the command line', () => {
  let folder: string;
  before(() => (folder = mkdtempSync(path.join(tmpdir(), 'corun-'))));
  after(() => rmSync(folder, { recursive: true }));

  it('hand every argument on as it is, from folders with spaces and quotes', function () {
    if (process.platform === 'win32') this.skip();
    const cli = path.join(folder, "Tom's files", 'cli.js');
    mkdirSync(path.dirname(cli));
    writeFileSync(cli, 'console.log(JSON.stringify(process.argv.slice(2)))');
    const script = path.join(folder, 'corun');
    writeFileSync(script, terminalScripts(process.execPath, cli).corun, { mode: 0o755 });
    const args = ['analyze', 'a b', "it's", '$HOME', ''];
    assert.deepEqual(JSON.parse(execFileSync(script, args, { encoding: 'utf8' })), args);
  });

  it('quote both paths for cmd, and end its lines as it wants them', () => {
    const script = terminalScripts(String.raw`C:\Program Files\Code.exe`, String.raw`C:\x\cli.js`)[
      'corun.cmd'
    ];
    assert.equal(
      script,
      '@set ELECTRON_RUN_AS_NODE=1\r\n@"C:\\Program Files\\Code.exe" "C:\\x\\cli.js" %*\r\n',
    );
  });
});
