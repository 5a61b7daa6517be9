import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { besideOf, type RunRow } from '../../../lab/hardware/suite/beside';
import { MeasuredLowering } from '../../../lab/hardware/suite/lowered';
import { measuredSuite } from '../../../lab/hardware/suite/measured';
import { distanceOf, summaryRows, worst, type SuiteRow } from '../../../lab/hardware/suite/summary';
import { programTotals } from '../../../src/kernel/totals/programTotals';
import { RecordedRows } from '../../../lab/recordedRows';
import { shuffled } from '../../../lab/shuffled';
import { readSuite } from '../../../lab/suite/suite';
import { readSuiteTexts } from '../../../lab/suite/suiteFiles';
import { suiteWorkspace } from '../../../lab/suite/suiteWorkspace';
import { testParser } from '../cuda/support';

/** Launches of so few warp instructions take milliseconds to simulate. */
const SMALL = 100_000;
const LAUNCHES = 5;
/** Kernels whose loops are as long as a list that the host program fills: comments at the launch say how long. */
const BY_LISTS = ['cutoffPotential', 'likelihood'];

describe('the suite beside an H100', () => {
  const root = process.env['CORUN_ROOT']!;
  const card = measuredSuite(root);
  const byLists = card.launches.filter(({ kernel, call }) => call === 1 && BY_LISTS.includes(kernel));
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'suite-on-card-'));
  let rows: SuiteRow[];
  let lowering: MeasuredLowering;

  before(async () => {
    const small = card.launches.filter(({ call, values }) => call === 1 && values.instructions < SMALL);
    const sample = shuffled(small, 1).slice(0, LAUNCHES);
    const programs = new Set([...sample, ...byLists].map(({ program }) => program));
    const all = await readSuiteTexts(path.join(root, 'workloads'));
    const isNeeded = (file: string): boolean =>
      file.endsWith('.cuh') || programs.has(file.split('/').slice(0, 2).join('/'));
    const texts = new Map([...all].filter(([file]) => isNeeded(file)));
    const workspace = suiteWorkspace(texts, { parser: await testParser() });
    lowering = new MeasuredLowering(workspace, readSuite(texts));
    const runs = new RecordedRows<RunRow>(path.join(folder, 'rows.jsonl'));
    rows = sample.flatMap((measured) => {
      const own = besideOf(measured, card, lowering, runs);
      return own === null ? [] : [{ measured, own }];
    });
  });
  after(() => fs.rmSync(folder, { recursive: true }));

  it('finds the source of every sampled launch', () => {
    assert.equal(rows.length, LAUNCHES);
  });

  it('asks for memory as the card does and takes about as long, where nothing is taken for granted', () => {
    const firm = rows.filter(({ own }) => own.isFirm);
    assert.ok(firm.length >= 2, `${firm.length} launches`);
    for (const { measured, own } of firm) {
      const { kernel, values } = measured;
      assert.equal(own.loadRequests, values.loadRequests, kernel);
      assert.equal(own.storeRequests, values.storeRequests, kernel);
      assert.equal(own.loadRequests * (own.run.sectorsPerLoad ?? 0), values.loadSectors, kernel);
      assert.equal(own.storeRequests * (own.run.sectorsPerStore ?? 0), values.storeSectors, kernel);
      assert.ok(own.run.isWhole && distanceOf(own.run.ns / values.ns) < 0.3, `${kernel}: ${own.run.ns} ns`);
    }
  });

  it('loads as often as the card where a list of the host program is as long as a comment says', () => {
    assert.equal(byLists.length, BY_LISTS.length);
    for (const measured of byLists) {
      const { program, launch } = lowering.of(measured)!.lowered;
      const loads = programTotals(program, launch).warps.globalLoad! / measured.values.loadRequests;
      assert.ok(distanceOf(loads) < 0.01, `${measured.kernel}: ${loads}`);
    }
  });

  it('counts half as much and twice as much as equally far', () => {
    const withTime = (row: SuiteRow, ns: number): SuiteRow => {
      return { ...row, own: { ...row.own, run: { ...row.own.run, ns: ns * row.measured.values.ns } } };
    };
    const three = [withTime(rows[0]!, 0.5), withTime(rows[1]!, 2), withTime(rows[2]!, 1.1)];
    assert.deepEqual(summaryRows(three).at(-1), ['time', '3', '1.10', '100 %', '100 %', '1', '1']);
    assert.deepEqual(worst(three, 'time', 2), three.slice(0, 2));
  });
});
