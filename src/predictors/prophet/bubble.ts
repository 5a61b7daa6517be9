import type { CopyOperation, Operation } from '../../kernel/application';
import { mean } from '../../stats/means';
import type { CopyTask, LatencyPredictor, LatencyQuestion, SoloRun } from '../latencyPort';
import { prophet } from './latencies';

/**
 * The PCIe bubble, a rival (section 7.2.2): what a service suffers beside 0, 1, 2, … instances of a program that does
 * nothing but copy, read off at the pressure of its neighbours. The pressure of an application is the use that it makes
 * of the link alone; one instance of the bubble has 1. Kernels, and whether copies are pinned, are not seen.
 */
export const pcieBubble: LatencyPredictor = {
  id: 'pcie-bubble',
  errors: { slowdowns: { withCopies: 0.15, ofKernels: 0.39 }, tails: { withCopies: 0.5, ofKernels: 0.39 } },
  latencies: (question) => {
    const pressure = question.beside.reduce((sum, run) => sum + pressureOf(run, question), 0);
    const less = latenciesBeside(Math.floor(pressure), question);
    const more = latenciesBeside(Math.ceil(pressure), question);
    return less.map((ns, query) => ns + (pressure % 1) * (more[query]! - ns));
  },
};

/** Share of the link that an application uses while it runs alone, both directions added up. */
function pressureOf(run: SoloRun, question: LatencyQuestion): number {
  const [aloneNs] = prophet.latencies({ ...question, service: run, beside: [], queries: 1 });
  const linkNs = [...run.copies.values()].reduce((sum, { soloNs, linkShare }) => sum + soloNs * linkShare, 0);
  return aloneNs! > 0 ? linkNs / aloneNs! : 0;
}

function latenciesBeside(instances: number, question: LatencyQuestion): readonly number[] {
  const copies = [...question.service.copies.values()];
  const bubble = copies.length === 0 ? null : bubbleOf(mean(copies.map(({ soloNs }) => soloNs)));
  const beside = bubble === null ? [] : Array.from({ length: instances }, () => bubble);
  return prophet.latencies({ ...question, beside });
}

/** Copies that use all of the link, up and down in turn, each as long as those of the service in the mean. */
function bubbleOf(soloNs: number): SoloRun {
  const operations = (['HtoD', 'DtoH'] as const).map((direction): CopyOperation => ({
    ...{ kind: 'copy', stream: 'bubble', direction, bytes: 1, pinned: false, blocking: true },
  }));
  const copies = new Map(
    operations.map((copy): [CopyOperation, CopyTask] => [copy, { soloNs, linkShare: 1 }]),
  );
  const application = {
    name: 'bubble',
    operations: operations as readonly Operation[],
    footprintBytes: null,
  };
  return { application, kernels: new Map(), copies };
}
