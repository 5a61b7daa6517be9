import { english } from '../../../src/words';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readProfileBytes } from '../../../src/profiles/readProfile';

const workloads = path.join(process.env['CORUN_ROOT']!, 'workloads/samples');
const folder = path.join(workloads, 'profiles');
const files = readdirSync(folder).sort();

/** All CUDA text of the samples, to look kernel names up. */
function sampleSources(): string {
  return readdirSync(workloads, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.cuh?$/.test(name))
    .map((name) => readFileSync(path.join(workloads, name), 'utf8'))
    .join('\n');
}

describe('profiles of the samples', () => {
  const read = (name: string) => readProfileBytes(name, readFileSync(path.join(folder, name)));

  for (const name of files) {
    it(`${name} is read whole and says that it is synthetic`, async () => {
      const file = await read(name);
      assert.equal(file.status, 'full', english(file.reason ?? ''));
      assert.deepEqual(file.warnings, []);
      assert.equal(file.device, 'GeForce GTX 950');
      assert.equal(file.runs?.[0]?.command, './synthetic-sample');
      assert.ok(file.kernels.length > 0);
    });

    it(`${name} names only kernels that the samples define`, async () => {
      const sources = sampleSources();
      for (const { name: kernel } of (await read(name)).kernels) {
        const base = /(\w+)(<.*>)?\(/.exec(kernel)?.[1];
        assert.match(sources, new RegExp(`\\b${base}\\(`), kernel);
      }
    });
  }

  it('keep the operations of one stream in order and each copy engine to one copy at a time', async () => {
    for (const name of files.filter((file) => file.endsWith('.trace.csv'))) {
      const { kernels, transfers } = await read(name);
      const lanes = new Map<string, { start: number; end: number }[]>();
      const add = (lane: string, start: number, duration: number) =>
        lanes.set(lane, [...(lanes.get(lane) ?? []), { start, end: start + duration }]);
      for (const { stream, startNs, durationNs } of [...kernels, ...transfers])
        add(`stream ${stream}`, startNs!, durationNs!);
      for (const { direction, startNs, durationNs } of transfers) add(direction, startNs!, durationNs!);
      for (const [lane, spans] of lanes) {
        spans.sort((a, b) => a.start - b.start);
        spans.slice(1).forEach((span, index) => {
          // The files have six decimals of a millisecond: one nanosecond of rounding.
          assert.ok(span.start >= spans[index]!.end - 2, `${name}: ${lane} overlaps at ${span.start} ns`);
        });
      }
    }
  });
});
