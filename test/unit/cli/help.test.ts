import assert from 'node:assert/strict';
import { LAB_COMMANDS } from '../../../lab/cli/commands';
import { COMMANDS } from '../../../src/cli/commands';
import { COMMON_OPTIONS, commandHelp } from '../../../src/cli/help';
import { english } from '../../../src/words';

/** Commands of the product, and those of the laboratory in full. */
const FULL = [...COMMANDS.filter((command) => 'run' in command), ...LAB_COMMANDS];

describe('help of a command', () => {
  for (const command of FULL)
    it(`tells every option of ${command.name} in a line`, () => {
      const lines = commandHelp(command).split('\n');
      const told = lines.slice(lines.lastIndexOf('') + 1);
      const options = Object.entries({ ...command.options, ...COMMON_OPTIONS });
      assert.equal(told.length, options.length);
      options.forEach(([name, { help, type, value }], at) => {
        const said = english(help);
        assert.ok(said.length >= 10 && !said.includes('\n'), `--${name}: '${said}'`);
        assert.equal(value !== undefined, type === 'string', `--${name} names what it takes`);
        assert.ok(told[at]!.includes(`--${name}`) && told[at]!.includes(said), told[at]);
      });
    });

  it('has the options of its usage', () => {
    for (const { name, usage, options } of FULL) {
      const named = [...usage.matchAll(/--([a-z-]+)/g)].map(([, option]) => option!);
      assert.deepEqual([...new Set(named)].sort(), [...Object.keys(options), 'json'].sort(), name);
    }
  });

  it("lists exactly the laboratory's commands as those of a source checkout, under the same summaries", () => {
    const listed = COMMANDS.filter((command) => 'needs' in command);
    assert.deepEqual(
      listed.map(({ name, summary }) => [name, summary]),
      LAB_COMMANDS.map(({ name, summary }) => [name, summary]),
    );
  });

  it('aligns what options do, and tells what is taken without them', () => {
    const predict = FULL.find(({ name }) => name === 'predict')!;
    const text = commandHelp(predict);
    assert.match(text, /--epoch CYCLES .*\(default: 60000\)/);
    assert.match(text, /--at SMS,SMS… .*several times/);
    const starts = ['GPU, of', 'takes kernel', 'launch of'].map((words) => {
      const line = text.split('\n').find((candidate) => candidate.includes(words))!;
      return line.indexOf(words);
    });
    assert.equal(new Set(starts).size, 1);
  });
});
