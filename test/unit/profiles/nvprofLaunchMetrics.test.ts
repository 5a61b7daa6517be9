import assert from 'node:assert/strict';
import { PREAMBLE, TRACE_HEADER, codes, lines, only, read } from './helpers';

const HEADER =
  '"Device","Context","Stream","Kernel","Correlation_ID","achieved_occupancy","sm_efficiency","dram_read_throughput","dram_utilization","warps_launched","sm_efficiency_instance (0)","sm_efficiency_instance (1)"';
const launch = (n: number): string =>
  `"V100 (0)","1","7","void k<int=4>(int, int) [${n}]",${n},0.${n},50.${n},1.5,"Low (2)",8,99.0,98.0`;

describe('nvprof metrics of single launches (CSV)', () => {
  it('reads a profile a launch, with the units of the units row', async () => {
    const file = await read(
      lines(PREAMBLE, '==4242== Profiling result:', HEADER, ',,,,,,%,GB/s,,,%,%', launch(1), launch(2)),
    );
    assert.equal(file.status, 'full');
    assert.equal(file.kernels.length, 2);
    const [first] = file.kernels;
    assert.deepEqual([first?.name, first?.stream, first?.calls], ['void k<int=4>(int, int)', '7', 1]);
    assert.deepEqual(first?.metrics, {
      achieved_occupancy: 0.1,
      sm_efficiency: 50.1,
      dram_read_throughput: 1.5 * 2 ** 30,
      dram_utilization: 2,
    });
    assert.deepEqual(first?.events, { warps_launched: 8 });
    assert.deepEqual(first?.instances, { sm_efficiency: [99, 98] });
    assert.deepEqual([first?.grid, first?.durationNs], [null, null]);
  });

  it('does not take a percentage without its unit for a ratio, or the other way round', async () => {
    const file = await read(lines(HEADER, ',,,,,%,,GB/s,,,%,%', launch(1)));
    assert.deepEqual(Object.keys(only(file.kernels).metrics), ['dram_read_throughput', 'dram_utilization']);
    assert.equal(codes(file).length, 2);
  });

  it('averages launches that are too many to list, and says so', async () => {
    const file = await read(lines(HEADER, ',,,,,,%,GB/s,,,%,%', [1, 2, 3, 4].map(launch)), { maxListed: 3 });
    const kernel = only(file.kernels);
    assert.equal(kernel.calls, 4);
    assert.ok(Math.abs((kernel.metrics['sm_efficiency'] ?? 0) - 50.25) < 1e-9);
    assert.deepEqual(kernel.metricRanges?.['achieved_occupancy'], { min: 0.1, max: 0.4 });
    assert.ok(codes(file).includes('launches-averaged'));
  });
});

describe('nvprof runs of several processes', () => {
  const trace = (pid: number, units: string): { header: string[]; rows: string[] } => ({
    header: [`==${pid}== Profiling result:`, TRACE_HEADER, units],
    rows: [`1,3,1,1,1,64,1,1,8,0,0,,,"V100 (0)","1","7","rank${pid}(int)"`],
  });
  const start = (pid: number): string =>
    `==${pid}== NVPROF is profiling process ${pid}, command: ./rank ${pid}`;
  const MS = 'ms,us,,,,,,,,B,B,KB,GB/s,,,,';
  const S = 's,ms,,,,,,,,B,B,KB,GB/s,,,,';

  it('keeps one after the other apart, with the units of each', async () => {
    const [a, b] = [trace(1, MS), trace(2, S)];
    const file = await read(lines(start(1), start(2), a.header, a.rows, b.header, b.rows));
    assert.deepEqual(
      file.kernels.map((k) => [k.name, file.runs?.[k.run ?? -1]?.pid, k.durationNs]),
      [
        ['rank1(int)', '1', 3000],
        ['rank2(int)', '2', 3000000],
      ],
    );
    assert.deepEqual(codes(file), []);
  });

  it('does not guess units when two tables run into each other', async () => {
    const [a, b] = [trace(1, MS), trace(2, S)];
    const mixed = await read(lines(start(1), start(2), a.header, b.header, a.rows, b.rows));
    assert.deepEqual(
      mixed.kernels.map((k) => k.durationNs),
      [null, null],
    );
    assert.ok(codes(mixed).includes('interleaved-tables'));
    assert.equal(mixed.status, 'partial');
    const same = trace(2, MS);
    const agreed = await read(lines(start(1), start(2), a.header, same.header, a.rows, same.rows));
    assert.deepEqual(
      agreed.kernels.map((k) => k.durationNs),
      [3000, 3000],
    );
  });
});
