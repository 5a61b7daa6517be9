import type { Scenario } from '../../kernel/scenario';
import type { TrainedModel } from '../../predictors/port';
import type { YieldTrial } from '../../predictors/yieldSearchPort';
import { readySearch, searchYield, type YieldSearchResult } from './searchYield';

/** Time of one look at what the host asks for that is assumed where nobody says otherwise. */
export const ASSUMED_POLL_NS = 1000;

/** Which of two kernels is to yield, and what the other may take. */
export interface YieldRequest {
  /** The one that yields, then the latency-critical one. */
  readonly kernelIds: readonly [string, string];
  /** Most that the second may take, over its time alone. */
  readonly qos: number;
}

/** A trial as data that survives JSON. */
export interface ListedTrial extends Omit<YieldTrial, 'latency'> {
  /** Null where the run was given up. */
  readonly latency: number | null;
}

/** A search as data that survives JSON. */
export interface ListedSearch extends Omit<YieldSearchResult, 'best' | 'trials'> {
  readonly best: ListedTrial | null;
  readonly trials: readonly ListedTrial[];
}

/** How much a kernel is to yield so that another keeps a target. */
export interface YieldSearchAnswer extends ListedSearch {
  readonly request: YieldRequest;
  /** Names of the applications, as the request has them. */
  readonly names: readonly [string, string];
  /** Assumed time of one look at what the host asks for. */
  readonly pollNs: number;
}

export function listed({ latency, ...rest }: YieldTrial): ListedTrial {
  return { ...rest, latency: Number.isFinite(latency) ? latency : null };
}

export function listedSearch({ best, trials, ...rest }: YieldSearchResult): ListedSearch {
  return { ...rest, best: best && listed(best), trials: trials.map(listed) };
}

/**
 * Searches with the first method that has what it needs.
 *
 * @param scenario both kernels as applications, in the order of the request
 * @throws InputError as `searchYield` does
 */
export function yieldAnswer(
  scenario: Scenario,
  request: YieldRequest,
  models: readonly TrainedModel[],
  onTrial: (trial: ListedTrial) => void,
): YieldSearchAnswer {
  const [yielding, critical] = scenario.apps;
  const result = searchYield(
    {
      scenario,
      qos: request.qos,
      pollNs: ASSUMED_POLL_NS,
      models,
      onTrial: (trial) => onTrial(listed(trial)),
    },
    readySearch(scenario.gpu, models),
  );
  return {
    ...listedSearch(result),
    request,
    names: [yielding!.name, critical!.name],
    pollNs: ASSUMED_POLL_NS,
  };
}
