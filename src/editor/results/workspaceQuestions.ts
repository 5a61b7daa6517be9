import type { KernelElsewhere } from '../../analysis/applications/elsewhere';
import type { AloneRuns } from '../../analysis/colocation/aloneRuns';
import type { ColocateRequest } from '../../analysis/results/colocateResult';
import type { TraceCoRunResult } from '../../analysis/results/traceCoRunResult';
import type { KernelFactor, WhatIfRequest, WhatIfResult } from '../../analysis/results/whatIfResult';
import type { AdviceAsked, AdviceEdit } from '../../analysis/results/workspaceResults';
import type { YieldingQuestion } from '../../analysis/stages/yieldingEdit';
import type { AnalysisClient } from '../../analysis/worker/client';
import type { Scenario } from '../../kernel/scenario';

/** Asks the worker about the workspace as it is shown: not before it has analysed that. */
export class WorkspaceQuestions {
  constructor(
    private readonly client: AnalysisClient,
    /** Resolves once the worker knows what the results say. */
    private readonly caughtUp: () => Promise<void>,
  ) {}

  /** The source edit of an advice, or the reason why there is none. */
  async adviceEdit(asked: AdviceAsked): Promise<AdviceEdit> {
    await this.caughtUp();
    return this.client.adviceEdit(asked);
  }

  /** The source edit that makes a kernel yield SMs, or the reason why there is none. */
  async yieldingEdit(question: YieldingQuestion): Promise<AdviceEdit> {
    await this.caughtUp();
    return this.client.yieldingEdit(question);
  }

  /** An application with a change. */
  async whatIf(request: WhatIfRequest, factors: readonly KernelFactor[]): Promise<WhatIfResult> {
    await this.caughtUp();
    return this.client.whatIf(request, factors);
  }

  /** What to simulate of an application's kernels to tell their times on the machine that is tried. */
  async kernelsElsewhere(request: WhatIfRequest): Promise<readonly KernelElsewhere[]> {
    await this.caughtUp();
    return this.client.kernelsElsewhere(request);
  }

  /** What traced applications cost each other. */
  async coRunTraces(paths: readonly string[]): Promise<TraceCoRunResult> {
    await this.caughtUp();
    return this.client.coRunTraces(paths);
  }

  /** The runs alone of a service and of what may run beside it. */
  async aloneRuns(request: ColocateRequest): Promise<AloneRuns> {
    await this.caughtUp();
    return this.client.aloneRuns(request);
  }

  /** Kernels as the applications of a scenario. */
  async scenarioOf(kernelIds: readonly string[]): Promise<Scenario> {
    await this.caughtUp();
    return this.client.scenarioOf(kernelIds);
  }
}
