import assert from 'node:assert/strict';
import { reportExport } from '../../../src/profiles/exportReport';

describe('exports of closed reports', () => {
  it('are written beside the report, by the tool that wrote it', () => {
    assert.deepEqual(reportExport('nsys-rep', '/a/b c.d.nsys-rep'), {
      program: 'nsys',
      args: ['export', '--type', 'sqlite', '--output', '/a/b c.d.sqlite', '/a/b c.d.nsys-rep'],
      target: '/a/b c.d.sqlite',
    });
    const compute = reportExport('ncu-rep', '/a/k.ncu-rep');
    assert.deepEqual([compute?.program, compute?.target], ['ncu', '/a/k.csv']);
    assert.equal(compute?.args.includes('raw'), true);
    assert.equal(reportExport('nvvp-session', '/a/k.nvvp'), null);
  });

  it('never name the report itself as their target', () => {
    for (const [format, path] of [
      ['nsys-rep', 'report'],
      ['ncu-rep', 'x.csv.ncu-rep'],
    ] as const)
      assert.notEqual(reportExport(format, path)?.target, path);
  });
});
