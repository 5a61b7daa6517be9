import { dramTimingSchema } from '../simulator/dram/dramTiming';
import { toJsonSchema } from '@valibot/to-json-schema';
import { gpuFileSchema } from '../gpu/gpuFile';
import { clusterSchema } from '../kernel/cluster';
import { measuredTimesSchema } from '../kernel/measuredTimes';
import { kernelProgramSchema } from '../kernel/program';
import { queueSchema } from '../kernel/queue';
import { scenarioSchema } from '../kernel/scenario';
import { workloadSchema } from '../kernel/workload';

/** JSON Schemas of the inputs, made from the schemas that check them; the build writes them as files. */
export function inputSchemas(): Record<string, object> {
  const options = { errorMode: 'ignore', target: 'draft-07' } as const;
  return {
    scenario: toJsonSchema(scenarioSchema, options),
    program: toJsonSchema(kernelProgramSchema, options),
    gpu: toJsonSchema(gpuFileSchema, options),
    memory: toJsonSchema(dramTimingSchema, options),
    services: toJsonSchema(clusterSchema, options),
    times: toJsonSchema(measuredTimesSchema, options),
    queue: toJsonSchema(queueSchema, options),
    workload: toJsonSchema(workloadSchema, options),
  };
}
