import type { BesideService } from '../../sharing/colocation/besideService';
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
