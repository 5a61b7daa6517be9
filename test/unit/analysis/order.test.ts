import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { DEFAULT_SETTINGS } from '../../../src/analysis/workspaceState';
import { profileBytes, testSession } from './support';

const samples = path.join(process.env['CORUN_ROOT']!, 'workloads/samples');
const read = (file: string): [string, string] => [file, fs.readFileSync(path.join(samples, file), 'utf8')];

const SOURCES = [
  'streams-vmp/streams_vmp.cu',
  'vector-add/vector_add.cuh',
  'matrix-mul/matrix_mul.cuh',
  'pathfinder/pathfinder.cuh',
  'common/cuda_check.cuh',
];

describe('the launch order of a program with a trace', () => {
  it('is told by the names of the source, and written into it', async () => {
    const session = await testSession();
    const profiles = ['profiles/streams-vmp.trace.csv', 'profiles/streams-vmp.metrics.csv'].map(read);
    const results = await session.analyze({
      sources: new Map(SOURCES.map(read)),
      profiles: new Map(profiles.map(([name, text]) => [name, profileBytes(text)])),
      settings: { ...DEFAULT_SETTINGS, gpu: 'gtx-950' },
    });
    const advice = results.advice.find(({ kind }) => kind === 'stream-order')!;
    assert.match(advice.title, /matrixStream → vectorStream/);
    const edit = session.adviceEdit(advice.id);
    assert.equal(edit.kind, 'edit', JSON.stringify(edit));
    if (edit.kind !== 'edit') return;
    const [{ newText }] = edit.edits as [(typeof edit.edits)[number]];
    const calls = [...newText.matchAll(/(vectorAdd|matrixMulTiled)<<</g)].map((match) => match[1]);
    assert.deepEqual(calls, ['matrixMulTiled', 'vectorAdd']);
    const bars = results.applications[0]!.measured!.bars.map(({ lane }) => lane);
    assert.ok(bars.includes('stream matrixStream'));
  });
});
