import path from 'node:path';
import { simulateScenario } from '../../analysis/simulation/simulateScenario';
import { nodeProgramMakers } from '../../analysis/scenarios/nodeMakers';
import { table } from '../../words/texts/table';
import { factor, significant } from '../../words/format';
import type { SimulateAnswer } from '../answers';
import { UsageError, type Command } from '../command';
import { distFolder } from '../distFolder';
import { readFrom } from '../../files/readFrom';
import { readScenarioContent } from '../scenarioFile';
import { asksForDram, DRAM_OPTIONS, simulateDram } from './simulateDram';
import { message } from '../../kernel/message';
import { say } from '../../words/say';
import { titleOf } from '../../words/titleOf';
import type { AppResult } from '../../simulator/run/result';
import { ORIGIN_MARK } from '../../kernel/origin';

export const simulate: Command = {
  name: 'simulate',
  summary: message('cli.simulate.summary'),
  usage:
    'SCENARIO.json [--json] | --dram MEMORY --stream FILE [--scheduler rowhit|frfcfs] [--refresh on|off] [--json]',
  takes: message('cli.takes.scenario'),
  options: DRAM_OPTIONS,
  run: async (invocation) => {
    const { positionals, options, note } = invocation;
    if (asksForDram(options)) return simulateDram(invocation);
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new UsageError(say('cli.fault.oneScenario'));
    let lines = 0;
    const makers = nodeProgramMakers({ folder: path.dirname(file), within: null }, distFolder());
    const content = await readScenarioContent(file, note);
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
    say('cli.simulate.head', {
      gpu,
      mode,
      cycles,
      milliseconds,
      end: titleOf('end', end),
      seed,
      mark: ORIGIN_MARK.simulated,
    }),
    table(
      [
        say('cli.column.application'),
        say('cli.column.kernel'),
        say('cli.column.cycles'),
        say('cli.column.ipc'),
        say('cli.column.blocks'),
        say('cli.column.slowdown'),
      ],
      rows,
    ),
    ...result.apps.flatMap((app) => waitLine(app, result)),
    say('cli.simulate.dram', { busy: dram.utilisation, hits: dram.rowHitRate }),
    ...assumptions.map((assumption) => say('cli.assumed', { assumption })),
  ].join('\n');
}

/** Where an application has waited for SMs more than it takes to place blocks. */
function waitLine(app: AppResult, result: SimulateAnswer): string[] {
  const { name, slowdown, slowdownParts, waiting } = app;
  if (app.instructions === 0 && waiting.cycles > 0) return [say('cli.simulate.neverOnSm', { name })];
  if (slowdown === null || slowdownParts === null || slowdownParts.waiting < LITTLE * slowdown) return [];
  const time = (slowdownParts.waitedCycles / result.cycles) * result.milliseconds * 1e6;
  const share = slowdownParts.waiting / slowdown;
  return [say('summary.waitsShare', { name, share, time, running: slowdownParts.running, slowdown })];
}

const LITTLE = 0.01;
