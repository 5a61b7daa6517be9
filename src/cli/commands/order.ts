import type { ApplicationResult, ReplayInput } from '../../analysis/results/timelineResult';
import { change, duration, sourced } from '../../words/format';
import { guessedText, orderSummary } from '../../words/texts/summaries';
import { unknownsText } from '../../words/texts/unknownTexts';
import { table } from '../../words/texts/table';
import { InputError } from '../../kernel/result';
import type { OrderAnswer } from '../answers';
import { text, type Command } from '../command';
import { ARGUMENTS, GPU, settingsOf, simulatedKernels, simulateOption } from '../projectOptions';
import { analyzePaths } from '../session';
import { withSimulatedTimes } from '../simulations';
import { words } from '../../words';
import { message } from '../../kernel/message';
import { say } from '../../words/say';
import { titleOf } from '../../words/titleOf';
import { ORIGIN_MARK } from '../../kernel/origin';

const SHOWN_ORDERS = 10;
/** Kernels simulated unless the command line says otherwise, each alone: those that no profile times need it. */
const KERNELS = 40;

export const order: Command = {
  name: 'order',
  summary: message('cli.order.summary'),
  usage: 'PATH… [--application NAME] [--gpu ID] [--arguments a=1,b=2] [--simulate KERNELS] [--json]',
  options: {
    arguments: ARGUMENTS,
    gpu: GPU,
    application: {
      type: 'string',
      value: 'NAME',
      help: message('cli.order.application'),
      otherwise: message('cli.option.all'),
    },
    simulate: simulateOption(KERNELS, message('cli.order.simulate')),
  },
  run: async ({ positionals, options, ...said }) => {
    const kernels = simulatedKernels(options, KERNELS);
    const analyzed = await analyzePaths(positionals, settingsOf(options), said);
    const isUntimed = analyzed.results.applications.some(({ unknowns }) => unknowns.length > 0);
    const results =
      isUntimed && kernels > 0 ? await withSimulatedTimes(analyzed, kernels, said) : analyzed.results;
    const wanted = text(options, 'application');
    const chosen = results.applications.filter(({ name }) => wanted === undefined || name === wanted);
    if (chosen.length === 0)
      throw new InputError(
        wanted === undefined
          ? message('cli.fault.noApplications')
          : message('cli.fault.noApplication', { name: wanted }),
        'unknown-application',
      );
    const json: OrderAnswer = { gpu: results.gpu, applications: chosen };
    return { json, text: chosen.map(report).join('\n\n') };
  },
};

/** A time or rate that the replay is made of, with what nobody has told of it. */
const inputText = ({ what, value }: ReplayInput): string =>
  [words(what), sourced(value), guessedText(value.guesses ?? [])].filter((text) => text !== null).join(' ');

function report(application: ApplicationResult): string {
  const {
    name,
    path,
    line,
    operationCount,
    streams,
    predicted,
    inputs,
    measured,
    order: found,
    plan,
    unknowns,
    orderKept,
  } = application;
  const head = say('report.application', {
    name,
    place: `${path}:${line}`,
    work: say('report.operations', { operations: operationCount }),
    streams: streams.length,
  });
  const lines = [head];
  const tell = (text: string): void => void lines.push(`  ${text}`);
  if (measured) tell(say('cli.order.traced', { time: measured.makespanNs }));
  if (predicted)
    tell(say('cli.order.predicted', { time: predicted.makespanNs, mark: ORIGIN_MARK.predicted }));
  if (inputs.length > 0) tell(say('cli.order.from', { inputs: inputs.map(inputText) }));
  if (found) {
    const rows = found.candidates
      .slice(0, SHOWN_ORDERS)
      .map((candidate) => [
        candidate.order.join(' → '),
        candidate.style === undefined ? say('cli.order.asWritten') : titleOf('style', candidate.style),
        duration(candidate.makespanNs),
        change(candidate.makespanNs / found.writtenOrder.makespanNs - 1),
        words(candidate.limitedBy),
      ]);
    tell(
      say(found.exact ? 'cli.order.best' : 'cli.order.bound', {
        order: orderSummary(application)!,
        serial: found.serialNs,
        bound: found.boundNs,
      }),
    );
    lines.push(
      table(
        [
          say('cli.order.order'),
          say('cli.order.calls'),
          say('cli.order.makespan'),
          say('cli.order.against'),
          say('cli.order.limitedBy'),
        ],
        rows,
      ),
    );
    for (const { change: what, makespanNs: time } of found.whatIf)
      tell(say('cli.order.whatIf', { what, time }));
  }
  if (orderKept !== undefined) tell(words(orderKept));
  if (plan) tell(words(plan.text));
  if (plan?.useStreams && plan.usesStreams && !plan.asWritten && predicted !== null) {
    const { makespanNs: written } = predicted;
    tell(say('cli.order.planAnew', { written, change: plan.plannedNs / written - 1 }));
  }
  if (plan?.useStreams && !plan.asWritten)
    for (const condition of plan.conditions) tell(say('cli.order.onlyWhere', { condition }));
  if (unknowns.length > 0) tell(say('report.notKnown', { unknowns: unknownsText(application).join('; ') }));
  return lines.join('\n');
}
