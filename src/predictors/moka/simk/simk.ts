import { message, type Words } from '../../../kernel/message';
import { nearestNeighbours, standardized } from '../../../stats/distances';
import { largestPerplexity, tsne, type Point2, type TsneOptions } from '../../../stats/tsne';
import type { Origin } from '../../../kernel/origin';
import type { Classification } from '../classification/classify';
import { featureNames, type FeatureName, type Features } from './features';
import type { ReferenceKernel, ReferenceSet } from './references';
import { majorityVote, type Vote } from './vote';

const NEIGHBOURS = 3;
/** Random starts over which the stability of the vote is reported. */
const STABILITY_SEEDS = 20;

/** The kernel for which a block size is sought. */
export interface SimkQuery {
  readonly class: Classification['class'];
  readonly dimensions: 1 | 2;
  readonly features: Features;
  /** CUDA cores of one SM, the answer when the neighbours disagree. */
  readonly coresPerSm: number;
}

export interface MapPoint {
  readonly name: string;
  readonly application: string;
  readonly bestBlock: number;
  /** Whether the best block was measured or simulated. */
  readonly origin: Origin;
  readonly x: number;
  readonly y: number;
  /** Distance to the queried kernel on the map. */
  readonly distance: number;
  /** True for the three that vote. */
  readonly neighbour: boolean;
}

export interface SimkAnswer extends Vote {
  readonly status: 'answered';
  /** Reference kernels on the t-SNE map, nearest first. */
  readonly references: readonly MapPoint[];
  /** The queried kernel on the map. */
  readonly position: Point2;
  readonly perplexity: number;
  readonly features: readonly FeatureName[];
  /** Features of the class that the query or some reference lacks; the others decide. */
  readonly missing: readonly FeatureName[];
  /** How often each block size won over random starts of t-SNE. */
  readonly stability: {
    readonly seeds: number;
    readonly votes: Readonly<Record<string, number>>;
    /** Share of the starts that agree with the answer, 0 to 1. */
    readonly agreement: number;
  };
  /** The three nearest in the standardized feature space, without any map. */
  readonly plain: Vote & { readonly neighbours: readonly string[] };
}

export type SimkResult = SimkAnswer | { readonly status: 'no-answer'; readonly reason: Words };

export interface SimkOptions {
  /** Standardize the features first; the dissertation maps them as they are. */
  readonly standardize?: boolean;
  /** Random starts for the stability; 0 leaves them out. */
  readonly stabilitySeeds?: number;
}

/**
 * Similar Kernel Method, dissertation section 4.1.4: the references of the same class and dimensionality
 * and the queried kernel are mapped to the plane by t-SNE (principal-component start, perplexity
 * (n − 1) / 3); the three nearest vote.
 */
export function simk(query: SimkQuery, set: ReferenceSet, options: SimkOptions = {}): SimkResult {
  const references = alike(query, set).map((kernel): OriginKernel => ({
    ...kernel,
    origin: kernel.origin ?? set.origin,
  }));
  if (references.length < NEIGHBOURS)
    return noAnswer(
      message('predictors.simk.tooFew', {
        gpu: set.gpuId,
        kernels: references.length,
        class: query.class,
        dimensions: query.dimensions,
      }),
    );
  const { used, missing } = usableFeatures(query, references);
  if (used.length * 2 <= used.length + missing.length)
    return noAnswer(message('predictors.simk.featuresMissing', { features: missing }));
  const vectors = [...references, query].map((kernel) => used.map((name) => kernel.features[name]!));
  const points = options.standardize ? standardized(vectors) : vectors;
  const perplexity = largestPerplexity(points.length);
  const map = tsne(points, { perplexity, start: 'pca' }).coordinates;
  const ranked = rankOnMap(map, references);
  const vote = voteOf(ranked.slice(0, NEIGHBOURS), query);
  return {
    status: 'answered',
    ...vote,
    references: ranked,
    position: map.at(-1)!,
    perplexity,
    features: used,
    missing,
    stability: stabilityOf(points, references, query, perplexity, vote, options),
    plain: plainVote(vectors, references, query),
  };
}

/** Whether a set has as many kernels of the class and dimensionality of the queried one as must vote. */
export function hasVoters(query: Pick<SimkQuery, 'class' | 'dimensions'>, set: ReferenceSet): boolean {
  return alike(query, set).length >= NEIGHBOURS;
}

function alike(
  query: Pick<SimkQuery, 'class' | 'dimensions'>,
  { kernels }: ReferenceSet,
): readonly ReferenceKernel[] {
  return kernels.filter((kernel) => kernel.class === query.class && kernel.dimensions === query.dimensions);
}

/** A reference that says where its best block comes from. */
type OriginKernel = ReferenceKernel & { readonly origin: Origin };

function noAnswer(reason: Words): SimkResult {
  return { status: 'no-answer', reason };
}

function usableFeatures(query: SimkQuery, references: readonly ReferenceKernel[]) {
  const names = featureNames(query.class);
  const used = names.filter((name) =>
    [query, ...references].every((kernel) => kernel.features[name] !== undefined),
  );
  return { used, missing: names.filter((name) => !used.includes(name)) };
}

/** References by distance to the last point of the map. */
function rankOnMap(map: readonly Point2[], references: readonly OriginKernel[]): readonly MapPoint[] {
  return nearestNeighbours(map.slice(0, -1), map.at(-1)!, references.length).map(
    ({ index, distance }, rank) => {
      const { name, application, bestBlock, origin } = references[index]!;
      const [x, y] = map[index]!;
      return { name, application, bestBlock, origin, x, y, distance, neighbour: rank < NEIGHBOURS };
    },
  );
}

function voteOf(neighbours: readonly { readonly bestBlock: number }[], query: SimkQuery): Vote {
  return majorityVote(
    neighbours.map((kernel) => kernel.bestBlock),
    query.coresPerSm,
  );
}

function stabilityOf(
  points: readonly (readonly number[])[],
  references: readonly OriginKernel[],
  query: SimkQuery,
  perplexity: number,
  answer: Vote,
  options: SimkOptions,
): SimkAnswer['stability'] {
  const seeds = options.stabilitySeeds ?? STABILITY_SEEDS;
  const votes: Record<string, number> = {};
  for (let seed = 1; seed <= seeds; seed++) {
    const start: TsneOptions['start'] = { seed };
    const ranked = rankOnMap(tsne(points, { perplexity, start }).coordinates, references);
    const { threadsPerBlock } = voteOf(ranked.slice(0, NEIGHBOURS), query);
    votes[threadsPerBlock] = (votes[threadsPerBlock] ?? 0) + 1;
  }
  const agreement = seeds === 0 ? 0 : (votes[answer.threadsPerBlock] ?? 0) / seeds;
  return { seeds, votes, agreement };
}

function plainVote(
  vectors: readonly (readonly number[])[],
  references: readonly ReferenceKernel[],
  query: SimkQuery,
): SimkAnswer['plain'] {
  const points = standardized(vectors);
  const nearest = nearestNeighbours(points.slice(0, -1), points.at(-1)!, NEIGHBOURS).map(
    ({ index }) => references[index]!,
  );
  return { ...voteOf(nearest, query), neighbours: nearest.map((kernel) => kernel.name) };
}
