import path from 'node:path';
import { simulateScenario } from '../../analysis/simulation/simulateScenario';
import { nodeProgramMakers } from '../../analysis/scenarios/nodeMakers';
import { table } from '../../words/texts/table';
import { factor, percent, significant } from '../../words/format';
import type { SimulateAnswer } from '../answers';
import { UsageError, type Command } from '../command';
import { distFolder } from '../distFolder';
import { readFrom, readJson } from '../scenarioFile';
import { asksForDram, DRAM_OPTIONS, simulateDram } from './simulateDram';
import { words } from '../../words';

export const simulate: Command = {
  name: 'simulate',
  summary: 'Runs a scenario on the embedded GPU simulator, or a stream of requests on one DRAM channel.',
  usage:
    'SCENARIO.json [--json] | --dram MEMORY --stream FILE [--scheduler rowhit|frfcfs] [--refresh on|off] [--json]',
  options: DRAM_OPTIONS,
  run: async (invocation) => {
    const { positionals, options, note } = invocation;
    if (asksForDram(options)) return simulateDram(invocation);
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new UsageError('name one scenario file');
    let lines = 0;
    const makers = nodeProgramMakers(path.dirname(file), distFolder());
    const content = await readJson(file);
    const result: SimulateAnswer = await readFrom(file, () =>
      simulateScenario(content, makers, ({ phase }) => {
        if (lines++ % 10 === 9) note(phase);
      }),
    );
    return { json: result, text: report(result) };
  },
};

function report(result: SimulateAnswer): string {
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
    ...assumptions.map((text) => `assumed: ${words(text)}`),
  ].join('\n');
}
