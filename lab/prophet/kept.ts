import type { PolicyFill } from './cluster';

/** What was simulated of the GPUs on which instances are placed: figure 19. */
export interface KeptShares {
  /** GPUs with neighbours, and those of them whose latency was simulated. */
  readonly gpus: number;
  readonly simulated: number;
  /** Of those, shares: target missed, by more than 2 %, by more than 10 %. */
  readonly missed: number;
  readonly by2: number;
  readonly by10: number;
}

/** Shares of a policy's GPUs that miss what is asked. */
export function keptShares({ policy, groups }: PolicyFill): KeptShares {
  const gpusOf = (isMeant: (over: number) => boolean): number =>
    groups.reduce(
      (sum, { gpus, latency }) => sum + (latency !== null && isMeant(latency * policy - 1) ? gpus : 0),
      0,
    );
  const simulated = gpusOf(() => true);
  const share = (least: number): number => (simulated === 0 ? 0 : gpusOf((over) => over > least) / simulated);
  const gpus = groups.reduce((sum, group) => sum + group.gpus, 0);
  return { gpus, simulated, missed: share(0), by2: share(0.02), by10: share(0.1) };
}
