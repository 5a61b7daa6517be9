import type { Application, KernelOperation } from '../../../kernel/application';
import { gridBlocks, requireSoloNs, type KernelKnowledge, type KernelUse } from '../blocks/blockModel';
import { BlockShapes } from '../blocks/blockShape';
import { mokaModels, type MokaModels } from '../mokaModels';

/**
 * The application with the solo time of each kernel written into it, and models that read it there: parts
 * of a kernel then carry their own. The utilization of a part that fills less of the GPU is less in
 * proportion.
 *
 * @throws InputError when a kernel's time is not known.
 */
export function withSoloTimes(
  application: Application,
  models: MokaModels,
): { readonly application: Application; readonly models: MokaModels } {
  const operations = application.operations.map((operation) =>
    operation.kind === 'kernel'
      ? { ...operation, soloNs: requireSoloNs(models.knowledge, operation) }
      : operation,
  );
  const kernels = operations.filter((operation) => operation.kind === 'kernel');
  const knowledge = {
    soloNs: (kernel: KernelOperation) => kernel.soloNs,
    useOf: partialUse(kernels, models),
  };
  return {
    application: { ...application, operations },
    models: mokaModels(models.gpu, { ...models.inputs, knowledge }),
  };
}

function partialUse(kernels: readonly KernelOperation[], models: MokaModels): KernelKnowledge['useOf'] {
  const shapes = new BlockShapes(models.gpu);
  const resident = (kernel: KernelOperation): number =>
    Math.min(gridBlocks(kernel), shapes.of(kernel).blocksPerIteration);
  const whole = new Map<string, number>();
  for (const kernel of kernels)
    whole.set(kernel.kernel, Math.max(whole.get(kernel.kernel) ?? 0, resident(kernel)));
  return (kernel) => {
    const use = models.knowledge.useOf(kernel);
    const share = resident(kernel) / (whole.get(kernel.kernel) ?? resident(kernel));
    return use === null || share === 1 ? use : scaled(use, share);
  };
}

function scaled(use: KernelUse, share: number): KernelUse {
  return Object.fromEntries(Object.entries(use).map(([resource, value]) => [resource, value * share]));
}
