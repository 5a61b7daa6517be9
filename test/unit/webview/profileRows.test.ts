import assert from 'node:assert/strict';
import type { ProfilePage } from '../../../src/analysis/profileProtocol';
import { toCsv } from '../../../webview/model/table';
import { rowsAsTable, shownCell } from '../../../webview/model/columns';
import { apiRows } from '../../../webview/profile/model/apiRows';
import { compiledRows, COMPILED_COLUMNS, spills } from '../../../webview/profile/model/compiledRows';
import { KERNEL_CSV, kernelColumns } from '../../../webview/profile/model/kernelColumns';
import { canBeSummed, kernelRows } from '../../../webview/profile/model/kernelRows';
import { METRIC_CSV, metricSources, metricText } from '../../../webview/profile/model/metricRows';
import { dimensions, shortName } from '../../../webview/profile/model/names';
import { currentTab, shownTabs, tabCounts } from '../../../webview/profile/model/tabs';
import { directionText, transferSums } from '../../../webview/profile/model/transferRows';
import {
  emptyPage,
  sampleCompiledPage,
  sampleMetricsPage,
  samplePage,
  sampleRefusedPage,
  sampleTransfers,
} from '../../webview/samples/profiles';

const page = samplePage(60);

describe('rows of a profile: kernels', () => {
  it('sums launches of one kernel and shape, and loses no time', () => {
    const summed = kernelRows(page, true);
    assert.equal(summed.length, 5);
    const total = page.kernels.reduce((sum, { durationNs }) => sum + durationNs!, 0);
    assert.equal(
      summed.reduce((sum, { totalNs }) => sum + totalNs!, 0),
      total,
    );
    const first = summed[0]!;
    const launches = page.kernels.filter(({ name }) => name === first.kernel.name);
    assert.equal(first.calls, 12);
    assert.equal(first.minNs, Math.min(...launches.map(({ durationNs }) => durationNs!)));
    assert.equal(first.meanNs, first.totalNs! / 12);
    assert.deepEqual([...first.streams].sort(), ['13', '14', '15']);
    assert.equal(kernelRows(page, false).length, 60);
  });

  it('weighs means by their calls and keeps the range of rows that are sums already', () => {
    const [launch] = page.kernels;
    const rows: ProfilePage = {
      ...emptyPage(),
      kernels: [
        { ...launch!, calls: 3, durationNs: 100, durationRange: { min: 50, max: 170 } },
        { ...launch!, calls: 1, durationNs: 500, location: { path: 'p', line: 9 } },
        { ...launch!, calls: 7, durationNs: null, location: { path: 'p', line: 10 } },
      ],
    };
    const [row] = kernelRows(rows, true);
    assert.deepEqual(
      [row!.calls, row!.meanNs, row!.totalNs, row!.minNs, row!.maxNs],
      [11, 200, 800, 50, 500],
    );
  });

  it('keeps different shapes, devices and rows with metrics apart', () => {
    const [launch] = page.kernels;
    const at = (line: number) => ({ location: { path: 'p', line } });
    const rows: ProfilePage = {
      ...emptyPage(),
      kernels: [
        { ...launch!, ...at(1) },
        { ...launch!, ...at(2), grid: [1, 1, 1] },
        { ...launch!, ...at(3), deviceIndex: 1 },
        { ...launch!, ...at(4), metrics: { ipc: 1 } },
        { ...launch!, ...at(5), metrics: { ipc: 2 } },
      ],
    };
    assert.equal(kernelRows(rows, true).length, 5);
    assert.equal(canBeSummed(rows), false);
    assert.equal(canBeSummed(page), true);
  });

  it('tells calls only where rows stand for several, the start only where for one', () => {
    const ids = (summed: boolean, single: boolean, devices: number): string[] =>
      kernelColumns(summed, single, devices, {}).map(({ id }) => id);
    assert.ok(ids(true, false, 1).includes('calls') && !ids(true, false, 1).includes('start'));
    assert.ok(ids(false, true, 1).includes('start') && !ids(false, true, 1).includes('calls'));
    assert.ok(!ids(true, false, 1).includes('device') && ids(true, false, 2).includes('device'));
  });

  it('copies base units with every digit, names untouched', () => {
    const csv = toCsv(rowsAsTable(KERNEL_CSV, kernelRows(page, false))).split('\r\n');
    assert.equal(csv.length, 62);
    const head = csv[0]!.split(',');
    const cells = csv[2]!.replace(/^"[^"]*",/, 'name,').split(',');
    const cell = (title: string): string => cells[head.indexOf(title)]!;
    const launch = page.kernels[1]!;
    assert.ok(csv[2]!.startsWith(`"${launch.name}",`));
    assert.equal(cell('start (ns)'), String(launch.startNs));
    assert.equal(cell('grid'), '2048 1 1');
    assert.equal(cell('dynamic shared (B)'), '0');
    assert.equal(cell('line'), '7');
  });
});

describe('rows of a profile: names and shapes', () => {
  it('shortens names to what tells kernels apart', () => {
    assert.equal(shortName('void gemm<float, (int)16>(float const *, int)'), 'gemm<float, (int)16>');
    assert.equal(shortName('_Z4gemmPf'), '_Z4gemmPf');
    assert.equal(shortName('ns::k(void (*)(int))'), 'ns::k');
    assert.equal(shortName('(anonymous)'), '(anonymous)');
    assert.equal(shortName(''), '');
  });

  it('leaves out trailing ones of a shape', () => {
    assert.deepEqual(
      [dimensions([256, 1, 1]), dimensions([64, 64, 1]), dimensions([1, 1, 8])],
      ['256', '64 × 64', '1 × 1 × 8'],
    );
  });
});

describe('rows of a profile: transfers', () => {
  it('sums by direction and host memory, with the bandwidth over all of their bytes', () => {
    const sums = transferSums({ ...emptyPage(), transfers: sampleTransfers(40) });
    assert.equal(sums.length, 4);
    assert.equal(
      sums.reduce((calls, sum) => calls + sum.calls, 0),
      40,
    );
    const pinned = sums.filter((sum) => sum.pinned === true);
    assert.ok(pinned.every(({ bytesPerS }) => bytesPerS! > 9e9 && bytesPerS! < 14e9));
    assert.ok(sums.every((sum, i) => i === 0 || sums[i - 1]!.totalNs! >= sum.totalNs!));
  });

  it('counts a mean as often as it was measured, and makes no bandwidth of unknown sizes', () => {
    const [copy] = sampleTransfers(1);
    const sum = (patch: object) =>
      transferSums({
        ...emptyPage(),
        transfers: [{ ...copy!, calls: 4, bytes: 1000, durationNs: 500, ...patch }],
      })[0]!;
    assert.deepEqual([sum({}).bytes, sum({}).totalNs, sum({}).bytesPerS], [4000, 2000, 2e9]);
    assert.deepEqual([sum({ bytes: null }).bytes, sum({ bytes: null }).bytesPerS], [null, null]);
    assert.equal(sum({ durationNs: 0 }).bytesPerS, null);
  });

  it('words every direction', () => {
    assert.equal(directionText('HtoD'), 'host to device');
    assert.equal(directionText('AtoH'), 'array to host');
    assert.equal(directionText('PtoP'), 'device to peer device');
    assert.equal(directionText('memset'), 'set on device');
  });
});

describe('rows of a profile: API calls and compiled kernels', () => {
  it('sums calls by function', () => {
    const rows = apiRows(page, true);
    assert.deepEqual(rows.map(({ name }) => name).sort(), [
      'cudaLaunchKernel',
      'cudaMemcpyAsync',
      'cudaStreamSynchronize',
    ]);
    assert.equal(
      rows.reduce((calls, row) => calls + row.calls, 0),
      page.api.length,
    );
    assert.equal(apiRows(page, false).length, page.api.length);
  });

  it('adds up constant banks and marks spills', () => {
    const rows = compiledRows(sampleCompiledPage());
    assert.deepEqual(rows.map(spills), [false, false, true]);
    const constant = COMPILED_COLUMNS.find(({ id }) => id === 'constant')!;
    assert.equal(constant.value(rows[0]!), 376);
    assert.equal(constant.hint!(rows[0]!), 'bank 0: 352 B, bank 2: 24 B');
  });
});

describe('rows of a profile: metrics', () => {
  const metrics = sampleMetricsPage();

  it('lists metrics, events, instances and what has no nvprof counterpart', () => {
    const [first, second] = metricSources(metrics);
    assert.equal(first!.count, first!.rows().length);
    assert.deepEqual(
      first!.rows().map(({ kind }) => kind),
      [...Array<string>(6).fill('metric'), 'event', 'instances'],
    );
    const mapped = second!.rows().find(({ name }) => name === 'inst_executed')!;
    assert.equal(mapped.written, 'smsp__inst_executed.sum = 24,880 inst');
    const other = second!.rows().find(({ kind }) => kind === 'not mapped')!;
    assert.deepEqual(
      [other.name, other.value, other.unit, other.written],
      ['dram__bytes.sum', 32750000, 'B', '32.75 Mbyte'],
    );
    assert.equal(second!.count, second!.rows().length);
  });

  it('shows each unit as it reads best and says so of an unknown one', () => {
    const plain = (text: string): string => text.replaceAll('\u202f', ' ');
    assert.equal(plain(metricText(55_493_463_176, 'B/s')), '55.5 GB/s');
    assert.equal(plain(metricText(99.870979, '%')), '99.87 %');
    assert.equal(plain(metricText(8, 'level')), '8 of 10');
    assert.equal(plain(metricText(2048, 'B')), '2 KiB');
    assert.equal(plain(metricText(1.19e9, 'Hz')), '1.19 GHz');
    assert.equal(metricText(3_194_880, ''), '3,194,880');
    assert.equal(metricText(0.700538, null), '0.700538');
    const columns = METRIC_CSV.map(({ title, csvTitle }) => csvTitle ?? title);
    assert.ok(['value (base unit)', 'unit', 'min', 'max'].every((title) => columns.includes(title)));
  });

  it('is not misled by metrics that are named like parts of every object', () => {
    const [kernel] = metrics.kernels;
    const hostile = JSON.parse('{"constructor": 1, "__proto__": 2, "toString": 3}') as Record<string, number>;
    const [source] = metricSources({
      ...metrics,
      kernels: [{ ...kernel!, metrics: hostile, metricRanges: {}, originals: {} }],
    });
    const rows = source!.rows().filter(({ kind }) => kind === 'metric');
    assert.deepEqual(
      rows.map(({ name, value, unit, range, written }) => [name, value, unit, range, written]),
      [
        ['constructor', 1, null, null, null],
        ['__proto__', 2, null, null, null],
        ['toString', 3, null, null, null],
      ],
    );
    for (const column of METRIC_CSV)
      for (const row of rows) assert.equal(typeof shownCell(column, row), 'string');
  });
});

describe('tabs of a profile', () => {
  it('are there for what the file has', () => {
    assert.deepEqual(shownTabs(page), ['kernels', 'transfers', 'api', 'warnings']);
    assert.deepEqual(shownTabs(emptyPage()), []);
    assert.equal(tabCounts(sampleMetricsPage()).metrics, 11);
  });

  it('begin with what tells the most, and keep to the choice while the file has it', () => {
    assert.equal(currentTab(page, null), 'kernels');
    assert.equal(currentTab(sampleMetricsPage(), null), 'metrics');
    assert.equal(currentTab(page, 'transfers'), 'transfers');
    assert.equal(currentTab(page, 'compiled'), 'kernels');
    assert.equal(currentTab(sampleRefusedPage(), 'kernels'), null);
  });
});
