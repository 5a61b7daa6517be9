import { readFile } from 'node:fs/promises';
import { table } from '../../analysis/text/table';
import { factor, percent, significant } from '../../analysis/text/format';
import { InputError } from '../../kernel/result';
import { parseScenario } from '../../kernel/scenario';
import type { SimulationResult } from '../../simulator/run/result';
import { simulate as run } from '../../simulator/simulate';
import { UsageError, type Command } from '../command';

const PROGRESS_CYCLES = 200_000;

export const simulate: Command = {
  name: 'simulate',
  summary: 'Runs a scenario on the embedded GPU simulator.',
  usage: 'SCENARIO.json [--json]',
  options: {},
  run: async ({ positionals, note }) => {
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new UsageError('name one scenario file');
    const scenario = parseScenario(await readJson(file));
    const result = run(scenario, {
      progressCycles: PROGRESS_CYCLES,
      onProgress: ({ cycles, warpInstructions }) => {
        note(`${cycles} cycles, ${warpInstructions} warp instructions`);
        return true;
      },
    });
    return { json: result, text: report(result) };
  },
};

/** A JSON file's content; faults name the file and, where the parser tells it, the line. */
export async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new InputError('no such file', 'no-such-file', file);
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InputError(`not JSON: ${(error as Error).message}`, 'invalid-json', file);
  }
}

function report(result: SimulationResult): string {
  const { gpu, mode, cycles, milliseconds, dram, end, assumptions, seed } = result;
  const rows = result.apps.flatMap((app) =>
    app.kernels.map((kernel) => [
      app.name,
      kernel.name,
      kernel.cycles === null ? '–' : significant(kernel.cycles),
      significant(kernel.ipc),
      String(kernel.blocks),
      app.slowdown === null ? '–' : factor(app.slowdown),
    ]),
  );
  return [
    `${gpu}, ${mode}: ${cycles} cycles (${significant(milliseconds)} ms), ended by ${end}, seed ${seed} ◐`,
    table(['application', 'kernel', 'cycles', 'IPC', 'blocks', 'slowdown'], rows),
    `DRAM: ${percent(dram.utilisation)} busy, ${percent(dram.rowHitRate)} row hits`,
    ...assumptions.map((text) => `assumed: ${text}`),
  ].join('\n');
}
