import assert from 'node:assert/strict';
import { LANE_OPERATIONS } from '../../../src/kernel/totals/laneExpression';
import { DramOrder } from '../../../src/simulator/chip/chipSpec';
import { C, COUNTER_COLUMNS, STALL_BASE, THREADS_OFFSET } from '../../../src/simulator/core/counterColumns';
import { COUNTERS, INSTRUCTION_COUNTERS, STALL_COUNTERS } from '../../../src/simulator/core/counters';
import { MEMORY_UNIT, TENSOR_UNIT } from '../../../src/simulator/core/sizes';
import { Command, COMMANDS } from '../../../src/simulator/dram/commandNumbers';
import { COMMAND_NAMES } from '../../../src/simulator/dram/commands';
import { CEIL } from '../../../src/simulator/sm/laneValues';
import { Stall } from '../../../src/simulator/sm/schedulers';
import { DRAM_SCHEDULERS } from '../../../src/simulator/spec/dramSchedulers';
import { UNITS } from '../../../src/simulator/spec/simulatorSpec';

describe('numbers of the chip', () => {
  it('are the places of the names that stand for them', () => {
    assert.deepEqual(
      COUNTERS.map((name) => C[name]),
      COUNTERS.map((_, column) => column),
    );
    assert.equal(COUNTER_COLUMNS, COUNTERS.length);
    assert.equal(THREADS_OFFSET, INSTRUCTION_COUNTERS.length);
    assert.deepEqual(
      COMMAND_NAMES.map((name) => Command[name]),
      COMMAND_NAMES.map((_, number) => number),
    );
    assert.equal(COMMANDS, COMMAND_NAMES.length);
    assert.deepEqual([UNITS[TENSOR_UNIT], UNITS[MEMORY_UNIT]], ['tensor', 'memory']);
    assert.deepEqual(LANE_OPERATIONS.slice(CEIL), ['ceil', 'floor']);
    assert.deepEqual(
      [DramOrder.frfcfs, DramOrder.rowhit, DramOrder.hitfirst].map((order) => DRAM_SCHEDULERS[order]),
      ['frfcfs', 'rowhit', 'hitfirst'],
    );
  });

  it('count what warps wait for from the first of its counters on', () => {
    const waits = [Stall.dependency, Stall.memory, Stall.barrier, Stall.fetch, Stall.launch];
    assert.deepEqual(
      waits.map((wait) => COUNTERS[STALL_BASE + wait]),
      STALL_COUNTERS.slice(0, waits.length),
    );
  });
});
