import type { BesideService } from '../../sharing/colocation/besideService';
import type { Mix, MixPart, Mixes } from '../../sharing/colocation/mix';
import { say } from '../say';

/** What holds back how many instances of an application are safe beside a service, and what would let more in. */
export function besideLines({ name, points, fitting, pageableInstances }: BesideService): readonly string[] {
  return [
    ...(points[0]!.isKept ? [] : [say('cli.colocate.aloneMisses')]),
    ...(fitting !== null ? [say('cli.colocate.fitting', { name, fitting })] : []),
    ...(pageableInstances !== null ? [say('cli.colocate.pageable', { instances: pageableInstances })] : []),
  ];
}

/** Why a curve ends before all instances; empty where it does not. */
export function starvingLines({ starvesAt, farAt }: BesideService): readonly string[] {
  return [
    ...(starvesAt === null ? [] : [say('cli.colocate.starves', { instances: starvesAt })]),
    ...(farAt === null ? [] : [say('cli.colocate.far', { instances: farAt })]),
  ];
}

/** How far off what is told of several applications was where it was measured; null where nothing is told. */
export const mixError = ({ oneOfEach, fullest }: Mixes): number | null =>
  (oneOfEach ?? fullest)?.error ?? null;

/** What several applications are predicted to do to a service together. */
export function mixLines({ oneOfEach, fullest, ofOne }: Mixes, aloneNs: number): readonly string[] {
  const latency = ({ p95 }: Mix) => ({ p95, slowdown: p95 / aloneNs });
  return [
    ...(oneOfEach === null
      ? []
      : [say(oneOfEach.isKept ? 'colocate.eachKept' : 'colocate.eachMissed', latency(oneOfEach))]),
    ...(fullest === null
      ? []
      : [say('colocate.fullest', { parts: partsText(fullest.parts), ...latency(fullest) })]),
    ...(fullest !== null || ofOne === null ? [] : [say('colocate.noMix', { parts: partsText(ofOne.parts) })]),
  ];
}

const partsText = (parts: readonly MixPart[]): readonly string[] =>
  parts.map(({ name, instances }) => say('colocate.part', { name, instances }));
