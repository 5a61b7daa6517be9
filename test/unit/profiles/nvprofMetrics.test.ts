import assert from 'node:assert/strict';
import { METRICS_HEADER, PREAMBLE, codes, lines, only, read } from './helpers';

const row = (kernel: string, calls: number, metric: string, values: string): string =>
  `"Tesla P100 (0)","${kernel}",${calls},"${metric}","What it is",${values}`;

const metrics = (...rows: readonly string[]): string =>
  lines(PREAMBLE, '==4242== Profiling result:', '==4242== Metric result:', METRICS_HEADER, rows);

describe('nvprof metrics (CSV)', () => {
  it('reads each cell with its own unit, in base units, one profile a kernel', async () => {
    const file = await read(
      metrics(
        row('void f<int=2>(int, int) [7]', 2, 'achieved_occupancy', '0.25,0.75,0.5'),
        row('void f<int=2>(int, int)', 2, 'dram_read_throughput', '512.000000KB/s,2.000000MB/s,1.907349MB/s'),
        row('void f<int=2>(int, int)', 2, 'sm_efficiency', '99.5%,99.7%,99.6%'),
        row('void f<int=2>(int, int)', 2, 'dram_utilization', '"Low (2)","Mid (4)","Low (3)"'),
        row('g()', 1, 'inst_executed', '12,12,12'),
      ),
    );
    assert.equal(file.status, 'full');
    assert.deepEqual(
      file.kernels.map((k) => [k.name, k.calls]),
      [
        ['void f<int=2>(int, int)', 2],
        ['g()', 1],
      ],
    );
    const [f] = file.kernels;
    assert.deepEqual(f?.metrics, {
      achieved_occupancy: 0.5,
      dram_read_throughput: 1.907349 * 2 ** 20,
      sm_efficiency: 99.6,
      dram_utilization: 3,
    });
    assert.deepEqual(f?.metricRanges?.['dram_read_throughput'], { min: 512 * 1024, max: 2 * 2 ** 20 });
    assert.deepEqual(file.kernels[1]?.metrics, { inst_executed: 12 });
    assert.equal(file.kernels[1]?.metricRanges, undefined);
  });

  it('takes the minimum where the truncated mean of a rate lies below it', async () => {
    const file = await read(
      metrics(
        row('k()', 1, 'sysmem_write_throughput', '360.100586KB/s,360.100586KB/s,0.000000B/s'),
        row('k()', 1, 'dram_read_throughput', '9.000000MB/s,9.000000MB/s,1.000000MB/s'),
      ),
    );
    assert.deepEqual(only(file.kernels).metrics, { sysmem_write_throughput: 360.100586 * 1024 });
    assert.deepEqual(codes(file), ['truncated-mean', 'untrusted-number']);
  });

  it('leaves out contradictions, foreign units and impossible values', async () => {
    const file = await read(
      metrics(
        row('k()', 2, 'ipc', '1.500000,1.600000,1.700000'),
        row('k()', 2, 'sm_efficiency', '0.5,0.6,0.55'),
        row('k()', 2, 'dram_write_throughput', '5,6,5.5'),
        row('k()', 2, 'dram_utilization', '"Low (9)","Low (9)","Low (9)"'),
        row('k()', 2, 'l2_utilization', '20%,20%,20%'),
        row('k()', 2, 'inst_issued', '-1,2,1'),
        row('k()', 2, 'inst_executed', '18446744073709551613,18446744073709551613,18446744073709551613'),
        row('k()', 2, 'achieved_occupancy', '1.4,1.4,1.4'),
        row('k()', 2, 'stall_sync', 'nan%,nan%,nan%'),
        row('k()', 2, 'gld_efficiency', '0.000000%,<OVERFLOW>,0.000000%'),
        row('k()', 2, 'tex_cache_hit_rate', '100.39%,100.39%,100.39%'),
      ),
    );
    assert.deepEqual(only(file.kernels).metrics, { tex_cache_hit_rate: 100.39 });
    assert.equal(codes(file).filter((code) => code === 'untrusted-number').length, 10);
  });

  it('reads instances from surplus cells and from one quoted cell', async () => {
    const file = await read(
      metrics(
        row('k()', 3, 'nvlink_total_data_transmitted (4 instances)', ',,4512,240,240,240'),
        row('k()', 3, 'sm_activity (2 instances)', ',,"90.5%,80.25%"'),
        row('k()', 3, 'nvlink_total_data_received (4 instances)', ',,4512,240'),
      ),
    );
    const kernel = only(file.kernels);
    assert.deepEqual(kernel.instances, {
      nvlink_total_data_transmitted: [4512, 240, 240, 240],
      sm_activity: [90.5, 80.25],
    });
    assert.deepEqual(kernel.metrics, {});
    assert.deepEqual(codes(file), ['untrusted-number']);
  });

  it('keeps events beside metrics of the same kernel, and checks their total', async () => {
    const file = await read(
      lines(
        PREAMBLE,
        '==4242== Event result:',
        '"Device","Kernel","Invocations","Event Name","Min","Max","Avg","Total"',
        '"V100 (0)","k(int)",2,"inst_executed",10,20,15,30',
        '"V100 (0)","k(int)",2,"warps_launched",10,20,15,300',
        '',
        '==4242== Metric result:',
        METRICS_HEADER,
        '"V100 (0)","k(int)",2,"inst_executed","Instructions",11,11,11',
      ),
    );
    const kernel = only(file.kernels);
    assert.deepEqual(kernel.events, { inst_executed: 15 });
    assert.deepEqual(kernel.metrics, { inst_executed: 11 });
    assert.equal(file.format, 'nvprof-csv-events+nvprof-csv-metrics');
    assert.deepEqual(codes(file), ['untrusted-number']);
  });

  it('reads shuffled columns, names without quotes, and device metrics', async () => {
    const shuffled = await read(
      lines(
        '"Avg","Metric Name","Min","Kernel","Max","Device","Invocations"',
        '2,"ipc",1,"k(int, int)",3,"V100 (0)",4',
      ),
    );
    assert.deepEqual(only(shuffled.kernels).metrics, { ipc: 2 });
    assert.equal(only(shuffled.kernels).name, 'k(int, int)');
    const bare = await read(
      lines(
        METRICS_HEADER.replaceAll('"', ''),
        'V100 (0),void k<int=2, float>(int, int),4,ipc,Executed IPC,1,3,2',
      ),
    );
    assert.equal(only(bare.kernels).name, 'void k<int=2, float>(int, int)');
    assert.deepEqual(only(bare.kernels).metrics, { ipc: 2 });
    const device = await read(
      lines(
        '"Device","Invocations","Metric Name","Metric Description","Min","Max","Avg"',
        '"V100 (3)",1,"pcie_total_data_received","x",5,5,5',
      ),
    );
    assert.deepEqual(only(device.deviceMetrics).metrics, { pcie_total_data_received: 5 });
    assert.equal(only(device.deviceMetrics).deviceIndex, 3);
    assert.equal(device.status, 'full');
  });
});
