import { readySearch, searchYield, type YieldSearchResult } from '../../analysis/yielding/searchYield';
import { ASSUMED_POLL_NS, listedSearch } from '../../analysis/yielding/yieldAnswer';
import { message } from '../../kernel/message';
import { ORIGIN_MARK } from '../../kernel/origin';
import { YIELD_SEARCHES } from '../../predictors';
import type { YieldSearch, YieldTrial } from '../../predictors/yieldSearchPort';
import { factor } from '../../words/format';
import { say } from '../../words/say';
import { table } from '../../words/texts/table';
import type { SearchAnswer } from '../answers';
import { readModels } from '../trainedModels';
import { warningLines } from '../warningLines';
import { askedOf, CO_RUN_USAGE, CO_RUN_OPTIONS, coRunScenarioOf } from '../coRunInput';
import { text, UsageError, whole, type Command, type OptionValues } from '../command';

const METHODS = YIELD_SEARCHES.map(({ id }) => id);

export const search: Command = {
  name: 'search',
  summary: message('cli.search.summary'),
  usage: `${CO_RUN_USAGE} --qos FACTOR [--method ${METHODS.join('|')}] [--poll NS] [--models DIR] [--gpu ID] [--json]`,
  takes: message('cli.takes.scenario'),
  options: {
    gpu: CO_RUN_OPTIONS.gpu,
    programs: CO_RUN_OPTIONS.programs,
    launch: CO_RUN_OPTIONS.launch,
    qos: { type: 'string', value: 'FACTOR', help: message('cli.search.qos') },
    method: {
      type: 'string',
      value: 'METHOD',
      help: message('cli.search.method', { known: METHODS }),
    },
    models: CO_RUN_OPTIONS.models,
    poll: { type: 'string', value: 'NS', help: message('cli.search.poll'), otherwise: ASSUMED_POLL_NS },
  },
  run: async (invocation) => {
    const { options, progress, note } = invocation;
    const qos = qosOf(options);
    const asked = methodOf(options);
    const pollNs = whole(options, 'poll', 0, ASSUMED_POLL_NS);
    const scenario = await coRunScenarioOf(invocation);
    const models = await readModels(text(options, 'models'), note);
    const method = asked ?? readySearch(scenario.gpu, models);
    const onTrial = (trial: YieldTrial, count: number): void =>
      progress(
        Number.isFinite(trial.latency)
          ? message('cli.search.trial', { count, ...trial.places, latency: trial.latency })
          : message('cli.search.givenUp', { count, ...trial.places }),
      );
    const result = await askedOf(invocation, () =>
      searchYield({ scenario, qos, pollNs, models, onTrial }, method),
    );
    const json: SearchAnswer = { ...listedSearch(result), pollNs };
    return {
      json,
      text: report(
        result,
        scenario.apps.map(({ name }) => name),
      ),
    };
  },
};

/** The method that was named; null for whichever has what it needs. */
function methodOf(options: OptionValues): YieldSearch | null {
  const id = text(options, 'method');
  if (id === undefined) return null;
  const method = YIELD_SEARCHES.find((one) => one.id === id);
  if (method === undefined)
    throw new UsageError(say('cli.fault.oneOf', { option: '--method', known: METHODS }));
  return method;
}

function qosOf(options: OptionValues): number {
  const given = text(options, 'qos');
  if (given === undefined) throw new UsageError(say('cli.fault.missing', { option: '--qos' }));
  const qos = Number(given);
  if (!Number.isFinite(qos) || qos < 1)
    throw new UsageError(say('cli.maxSlowdown', { option: '--qos', given }));
  return qos;
}

function report(result: YieldSearchResult, [yielding, critical]: readonly string[]): string {
  const { best, overWindow, trials, configurations, violations, qos, gpu, most, warnings } = result;
  const rows = trials.map(({ places, latency, throughput }) => [
    String(places.sms),
    String(places.blocks),
    Number.isFinite(latency) ? factor(latency) : '–',
    say('cli.search.share', { share: throughput }),
  ]);
  const names = { yielding: yielding!, critical: critical! };
  const found =
    best === null
      ? say('cli.search.none', { ...names, qos })
      : say('cli.search.best', { ...names, ...best.places, latency: best.latency, share: best.throughput });
  const { best: here, wholeGpu } = overWindow;
  const window =
    here === null || wholeGpu === null
      ? []
      : [say('cli.search.window', { yielding: yielding!, qos, best: here, whole: wholeGpu })];
  return [
    `${ORIGIN_MARK.simulated} ${gpu}: ${found}`,
    ...window,
    say('cli.search.trials', {
      count: trials.length,
      configurations,
      violations,
      sms: most.sms,
      blocks: most.blocks,
    }),
    table(['SMs', say('cli.search.blocks'), critical!, yielding!], rows),
    ...warningLines(warnings, []),
  ].join('\n');
}
