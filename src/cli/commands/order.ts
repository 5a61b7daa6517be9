import type { ApplicationResult } from '../../analysis/results/timelineResult';
import { change, duration, sourced } from '../../words/format';
import { orderSummary } from '../../words/texts/summaries';
import { table } from '../../words/texts/table';
import { InputError } from '../../kernel/result';
import type { OrderAnswer } from '../answers';
import { text, type Command } from '../command';
import { analyzePaths, settingsOf, simulatedKernels } from '../session';
import { withSimulatedTimes } from '../simulations';
import { words } from '../../words';

const SHOWN_ORDERS = 10;
/** Kernels simulated unless the command line says otherwise, each alone: those that no profile times need it. */
const KERNELS = 40;

export const order: Command = {
  name: 'order',
  summary: 'Predicts the timelines of applications: launch orders, and whether to use streams at all.',
  usage: 'PATH… [--application NAME] [--gpu ID] [--simulate KERNELS] [--json]',
  options: {
    gpu: {
      type: 'string',
      value: 'ID',
      help: 'GPU that answers are for, of those that corun gpus lists',
      otherwise: 'that of the profiles, else h100-sxm',
    },
    application: { type: 'string', value: 'NAME', help: 'only this application', otherwise: 'all' },
    simulate: {
      type: 'string',
      value: 'KERNELS',
      help: 'most kernels without measured times that are simulated alone, 0 for none',
      otherwise: KERNELS,
    },
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
          ? 'no application was found: neither host code with copies and launches nor a trace'
          : `there is no application '${wanted}'`,
        'unknown-application',
      );
    const json: OrderAnswer = { gpu: results.gpu, applications: chosen };
    return { json, text: chosen.map(report).join('\n\n') };
  },
};

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
  } = application;
  const lines = [`${name} (${path}:${line}): ${operationCount} operations in ${streams.length} streams`];
  if (measured) lines.push(`  traced ${duration(measured.makespanNs)}`);
  if (predicted) lines.push(`  predicted ${duration(predicted.makespanNs)} ○`);
  if (inputs.length > 0)
    lines.push(`  from ${inputs.map(({ what, value }) => `${words(what)} ${sourced(value)}`).join(', ')}`);
  if (found) {
    const rows = found.candidates
      .slice(0, SHOWN_ORDERS)
      .map((candidate) => [
        candidate.order.join(' → '),
        candidate.style ?? 'as written',
        duration(candidate.makespanNs),
        change(candidate.makespanNs / found.writtenOrder.makespanNs - 1),
        words(candidate.limitedBy),
      ]);
    lines.push(
      `  ${orderSummary(found)}; serial ${duration(found.serialNs)}, ${found.exact ? 'no order is better' : `no order gets below ${duration(found.boundNs)}`}`,
    );
    lines.push(table(['order', 'calls', 'makespan', 'against written', 'limited by'], rows));
    lines.push(...found.whatIf.map((change) => `  with ${change.change}: ${duration(change.makespanNs)}`));
  }
  if (plan) lines.push(`  ${words(plan.text)}`);
  if (unknowns.length > 0) lines.push(`  not known: ${unknowns.map(words).join('; ')}`);
  return lines.join('\n');
}
