import assert from 'node:assert/strict';
import { COMMANDS } from '../../../src/cli/commands';
import { COMMON_OPTIONS, commandHelp } from '../../../src/cli/help';

describe('help of a command', () => {
  for (const command of COMMANDS)
    it(`tells every option of ${command.name} in a line`, () => {
      const lines = commandHelp(command).split('\n');
      const told = lines.slice(lines.lastIndexOf('') + 1);
      const options = Object.entries({ ...command.options, ...COMMON_OPTIONS });
      assert.equal(told.length, options.length);
      options.forEach(([name, { help, type, value }], at) => {
        assert.ok(help.length >= 10 && !help.includes('\n'), `--${name}: '${help}'`);
        assert.equal(value !== undefined, type === 'string', `--${name} names what it takes`);
        assert.ok(told[at]!.includes(`--${name}`) && told[at]!.includes(help), told[at]);
      });
    });

  it('has the options of its usage', () => {
    for (const { name, usage, options } of COMMANDS) {
      const named = [...usage.matchAll(/--([a-z-]+)/g)].map(([, option]) => option!);
      assert.deepEqual([...new Set(named)].sort(), [...Object.keys(options), 'json'].sort(), name);
    }
  });

  it('aligns what options do, and tells what is taken without them', () => {
    const predict = COMMANDS.find(({ name }) => name === 'predict')!;
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
