import { isMessage, type MessageValue, type Words } from '../../kernel/message';

/** What says that times were not measured on the GPU that an answer is for. */
const STAND_INS = new Set(['analysis.timesOfOtherGpu', 'analysis.timesOfUntoldGpu']);

/** Of what was taken for granted, that the GPU stands for another one, which is part of an answer, and the rest. */
export function standInGpu(assumptions: readonly Words[]): {
  readonly standIns: readonly Words[];
  readonly others: readonly Words[];
} {
  return {
    standIns: assumptions.filter(isOfStandIn),
    others: assumptions.filter((each) => !isOfStandIn(each)),
  };
}

/** Also where it is said of a name. */
function isOfStandIn(value: MessageValue): boolean {
  if (!isMessage(value)) return false;
  return STAND_INS.has(value.say) || Object.values(value.values ?? {}).some(isOfStandIn);
}
