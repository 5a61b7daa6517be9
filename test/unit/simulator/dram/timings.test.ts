import { readData } from '../../../../lab/data/tables';
import assert from 'node:assert/strict';
import { compileConstraints } from '../../../../src/simulator/dram/constraintTable';
import type { FollowerLists } from '../../../../src/simulator/dram/dramSetup';
import { Command } from '../../../../src/simulator/dram/commandNumbers';
import { bankCount } from '../../../../src/simulator/dram/dramTiming';
import { listDramTimings, requireDramTiming } from '../../../../src/simulator/dram/timings';

const root = process.env['CORUN_ROOT']!;

function delay(lists: FollowerLists, after: number, before: number): number | undefined {
  for (let i = lists.start[after]!; i < lists.start[after + 1]!; i++)
    if (lists.follower[i] === before) return lists.delay[i];
  return undefined;
}

describe('DRAM timing tables', () => {
  it('exist for every memory type of the catalogue, each with its source', () => {
    const standards = new Set(listDramTimings().map(({ standard }) => standard));
    for (const type of ['GDDR5', 'GDDR5X', 'GDDR6', 'GDDR6X', 'HBM', 'HBM2', 'HBM2e', 'HBM3', 'HBM3e'])
      assert.ok(standards.has(type), type);
    for (const { name, source, scaledFrom } of listDramTimings()) {
      assert.ok(source.length > 20, name);
      assert.equal(/no public timing/.test(source), scaledFrom !== undefined, name);
      if (scaledFrom !== undefined) requireDramTiming(scaledFrom);
    }
  });

  it('are consistent in themselves', () => {
    for (const timing of listDramTimings()) {
      const label = timing.name;
      assert.ok(timing.nRC >= timing.nRAS, label);
      assert.ok(Math.abs(timing.nRC - timing.nRAS - timing.nRP) <= 3, label);
      assert.ok(timing.nCCDL >= timing.nCCDS && timing.nRRDL >= timing.nRRDS, label);
      assert.ok(timing.nFAW >= timing.nRRDS && timing.nFAW <= 4 * timing.nRRDL + 12, label);
      assert.ok(bankCount(timing) === 16 || bankCount(timing) === 32, label);
    }
  });

  it('repeat the oracle for every memory it has timings of', () => {
    const { configurations } = readData<{
      configurations: Record<string, Record<string, number | string>>;
    }>(root, 'dram_configurations');
    assert.equal(Object.keys(configurations).length, 6);
    for (const [name, config] of Object.entries(configurations)) {
      const timing = new Map<string, unknown>(Object.entries(requireDramTiming(name)));
      for (const [key, value] of Object.entries(config))
        if (timing.has(key) && key !== 'standard') assert.equal(timing.get(key), value, `${name} ${key}`);
    }
  });
});

describe('compiled DRAM constraints', () => {
  it('measure from the end of an activate of two cycles', () => {
    const timing = requireDramTiming('hbm2_2000');
    const lists = compileConstraints(timing);
    const { splitBuses } = lists;
    assert.equal(splitBuses, true);
    assert.equal(delay(lists.bank, Command.activate, Command.read), timing.nRCDRD + 1);
    assert.equal(delay(lists.bank, Command.precharge, Command.activate), timing.nRP - 1);
    assert.equal(delay(lists.bank, Command.activate, Command.activate), timing.nRC);
    assert.equal(delay(lists.channel, Command.activate, Command.precharge), 2, 'the row bus is taken');
    assert.equal(delay(lists.channel, Command.activate, Command.read), undefined, 'the column bus is not');
  });

  it('take the longer of two constraints for the same pair', () => {
    const timing = { ...requireDramTiming('gddr6_14000'), nBL: 2, nCCDS: 5 };
    assert.equal(delay(compileConstraints(timing).channel, Command.read, Command.read), 5);
  });

  it('leave out what a wider scope already keeps apart', () => {
    const lists = compileConstraints(requireDramTiming('gddr6_14000'));
    assert.equal(delay(lists.bankGroup, Command.activate, Command.activate), undefined, 'nRRDL is nRRDS');
    assert.ok(delay(lists.bankGroup, Command.read, Command.read)! > 0, 'nCCDL is longer than nCCDS');
    assert.equal(
      delay(lists.channel, Command.precharge, Command.precharge),
      undefined,
      'one command a cycle',
    );
  });

  it('turn the bus around as the standard has it', () => {
    const gddr = requireDramTiming('gddr6_14000');
    const hbm = requireDramTiming('hbm1_1gbps');
    const turn = (timing: typeof gddr) =>
      delay(compileConstraints(timing).channel, Command.read, Command.write);
    assert.equal(turn(gddr), gddr.nCL + 1);
    assert.equal(turn(hbm), hbm.nCL + hbm.nBL + 2 - hbm.nCWL);
    const table = compileConstraints(gddr);
    assert.equal(delay(table.channel, Command.write, Command.read), gddr.nCWL + gddr.nBL + gddr.nWTRS);
    assert.equal(delay(table.bankGroup, Command.write, Command.read), gddr.nCWL + gddr.nBL + gddr.nWTRL);
  });
});
