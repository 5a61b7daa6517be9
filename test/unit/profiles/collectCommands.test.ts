import assert from 'node:assert/strict';
import { collectCommands } from '../../../src/profiles/collectCommands';

describe('command lines that collect metrics', () => {
  it('have nvprof’s names, and those that Nsight Compute computes them from', () => {
    const commands = collectCommands(['branch_efficiency', 'ipc'], './app -n 4');
    assert.equal(
      commands.nvprof,
      'nvprof --csv --log-file metrics.csv --metrics branch_efficiency,ipc ./app -n 4',
    );
    assert.equal(commands.nvprofTrace, 'nvprof --csv --print-gpu-trace --log-file trace.csv ./app -n 4');
    assert.equal(
      commands.ncu,
      'ncu --csv --page raw --print-units base --log-file metrics.csv --metrics gpu__time_duration.sum,smsp__sass_average_branch_targets_threads_uniform.pct,smsp__inst_executed.avg.per_cycle_active ./app -n 4',
    );
    assert.deepEqual(commands.nvprofOnly, []);
  });

  it('ask for a count of two metrics once, and say what Nsight Compute lacks', () => {
    const { ncu, nvprofOnly } = collectCommands(['inst_issued', 'issue_slots', 'no_such_metric'], './app');
    assert.equal(ncu.split('smsp__inst_issued.sum').length, 2);
    assert.deepEqual(nvprofOnly, ['no_such_metric']);
  });
});
