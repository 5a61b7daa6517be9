import type { ArrayDeclaration, Statement } from '../kernel/program';
import type { LoadCounts } from './accessCounts';
import {
  laneStride,
  mixtureOf,
  sharedPatterns,
  streamBytes,
  streamIndex,
  WHOLE_SECTORS,
} from './accessPatterns';
import type { FitParameters } from './parameters';

/** Expected accesses below this per iteration are left out. */
const LEAST_COUNT = 1e-6;
/** Names of loads that the program uses for global memory. */
const MOST_NAMES = 16;

/** Arrays that the addresses of a program refer to. */
export interface AddressSpace {
  readonly warps: number;
  readonly warpsPerBlock: number;
  readonly lanes: number;
  /** Trips of the outer loop; its counter is `step`, which does not exist when there is one trip. */
  readonly outer: number;
  /** Bytes that one array may have. */
  readonly capacity: number;
}

type Space = 'global' | 'texture';
type Access = (array: string, index: StreamOrPattern) => Statement;
type StreamOrPattern = Extract<Statement, { op: 'load' }>['index'];

/** Makes the accesses to device memory of one outer iteration, and declares their arrays. */
export class MemoryStatements {
  readonly arrays: Record<string, ArrayDeclaration> = {};
  /** Names of the loads so far. */
  readonly names: string[] = [];
  /** Branches per iteration that the accesses brought with them. */
  branches = 0;
  private loads = 0;
  private streams = 0;

  constructor(
    private readonly space: AddressSpace,
    private readonly parameters: FitParameters,
  ) {}

  /** Loads of one space: streams from DRAM, a hot footprint in L2, lines that stay in the first level. */
  loadsOf(counts: LoadCounts, space: Space): Statement[] {
    const { randomShare, hotBytes } = this.parameters;
    const each = counts.requests / this.space.outer;
    const access = this.load();
    const streamed = each * counts.fromDram;
    return [
      ...this.stream(streamed * (1 - randomShare), counts.sectors, space, access),
      ...this.shared(
        streamed * randomShare,
        counts.sectors,
        this.streamedBytes(counts),
        `${space}_random`,
        access,
      ),
      ...this.shared(each * counts.fromL2, counts.sectors, hotBytes, `${space}_hot`, access),
      ...this.near(each * counts.fromL1, counts.sectors, space, access),
    ];
  }

  /** Stores of one iteration: `toDram` of them to fresh sectors, the others to a hot footprint. */
  storesOf(requests: number, sectors: number, toDram: number): Statement[] {
    const each = requests / this.space.outer;
    const access: Access = (array, index) => ({
      op: 'store',
      array,
      index,
      distance: this.parameters.distance,
    });
    return [
      ...this.stream(each * toDram, sectors, 'global', access),
      ...this.shared(each * (1 - toDram), sectors, this.parameters.hotBytes, 'global_rewritten', access),
    ];
  }

  /** Atomic operations of one iteration, spread over the hot footprint. */
  atomicsOf(requests: number, sectors: number): Statement[] {
    const access: Access = (array, index) => ({ op: 'atomic', array, index, distance: 1 });
    return this.shared(
      requests / this.space.outer,
      sectors,
      this.parameters.hotBytes,
      'global_atomic',
      access,
    );
  }

  /** Loads and stores of a thread's own memory. */
  localsOf(loads: number, stores: number): Statement[] {
    if (loads + stores === 0) return [];
    const elements = 8;
    this.arrays['own'] = { elementBytes: 4, elements, space: 'local' };
    let next = 0;
    const index = () => next++ % elements;
    const { outer } = this.space;
    return [
      ...this.repeat(stores / outer, () => ({ op: 'store', array: 'own', index: index(), distance: 1 })),
      ...this.repeat(loads / outer, () => ({ op: 'load', array: 'own', index: index(), into: this.name() })),
    ];
  }

  private load(): Access {
    return (array, index) => ({ op: 'load', array, index, into: this.name(), distance: 0 });
  }

  private name(): string {
    const name = `loaded${this.loads++ % MOST_NAMES}`;
    if (!this.names.includes(name)) this.names.push(name);
    return name;
  }

  private streamedBytes(counts: LoadCounts): number {
    return Math.min(
      this.space.capacity,
      streamBytes(counts.requests * counts.fromDram * this.space.warps, Math.ceil(counts.sectors)),
    );
  }

  private stream(count: number, sectors: number, space: Space, access: Access): Statement[] {
    return mixtureOf(sectors, WHOLE_SECTORS).flatMap(({ value, share }) =>
      this.streamOf(count * share, value, space, access),
    );
  }

  private streamOf(count: number, sectors: number, space: Space, access: Access): Statement[] {
    const whole = Math.floor(count + LEAST_COUNT);
    const { warps, outer } = this.space;
    const statements: Statement[] = [];
    if (whole > 0) {
      const array = this.declareStream(whole * outer * warps, sectors, space);
      for (let i = 0; i < whole; i++) {
        const order = outer > 1 ? `(step * ${whole} + ${i})` : `${i}`;
        statements.push(
          access(array.name, this.streamAt(`${order} * ${warps} + ${this.warp}`, sectors, array)),
        );
      }
    }
    const rest = Number((count - whole).toPrecision(6));
    return rest > LEAST_COUNT ? [...statements, this.sparse(rest, sectors, space, access)] : statements;
  }

  /** An access that `share` of the warps make, evenly spread, to consecutive places of the stream. */
  private sparse(share: number, sectors: number, space: Space, access: Access): Statement {
    const { warps, outer } = this.space;
    const turn = outer > 1 ? `(step * ${warps} + ${this.warp})` : `(${this.warp})`;
    const array = this.declareStream(Math.ceil(outer * warps * share) + 1, sectors, space);
    const index = this.streamAt(`floor(${turn} * ${share})`, sectors, array);
    this.branches++;
    return {
      op: 'if',
      condition: `(${turn} * ${share}) % 1 >= ${1 - share}`,
      then: [access(array.name, index)],
    };
  }

  private get warp(): string {
    return `block * ${this.space.warpsPerBlock} + warp`;
  }

  private streamAt(position: string, sectors: number, array: { slots: number | null }): string {
    return streamIndex(position, sectors, this.space.lanes, this.isSpread(sectors), array.slots);
  }

  private isSpread(sectors: number): boolean {
    return this.parameters.spread > 0 && sectors > 1;
  }

  private declareStream(requests: number, sectors: number, space: Space) {
    const name = `${space}_stream${this.streams++}`;
    const wanted = streamBytes(requests, sectors);
    const fits = wanted <= this.space.capacity;
    const slots = fits ? null : Math.max(1, Math.floor(this.space.capacity / sectors / 32) - 8);
    this.declare(name, 1, streamBytes(slots ?? requests, sectors), space);
    return { name, slots };
  }

  private shared(count: number, sectors: number, bytes: number, name: string, access: Access): Statement[] {
    if (count <= LEAST_COUNT) return [];
    return sharedPatterns(sectors, this.space.lanes, bytes).flatMap(({ value: pattern, share }) => {
      const array = `${name}${pattern.elementBytes}`;
      const space = name.startsWith('texture') ? 'texture' : 'global';
      this.declare(array, pattern.elementBytes, pattern.elements, space);
      return this.repeat(count * share, () => access(array, pattern.index));
    });
  }

  private near(count: number, sectors: number, space: Space, access: Access): Statement[] {
    return mixtureOf(sectors, WHOLE_SECTORS).flatMap(({ value, share }) => {
      if (count * share <= LEAST_COUNT) return [];
      const array = `${space}_near`;
      this.declare(array, 1, 1056, space);
      const index = `lane * ${laneStride(value, this.space.lanes)}`;
      return this.repeat(count * share, () => access(array, index));
    });
  }

  private declare(
    name: string,
    elementBytes: ArrayDeclaration['elementBytes'],
    elements: number,
    space: Space,
  ) {
    const declared = this.arrays[name]?.elements ?? 0;
    this.arrays[name] = { elementBytes, elements: Math.max(elements, Number(declared)), space };
  }

  /** `count` accesses per iteration: whole ones as they are, the rest with that probability. */
  private repeat(count: number, make: () => Statement): Statement[] {
    const whole = Math.floor(count + LEAST_COUNT);
    const rest = count - whole;
    const statements = Array.from({ length: whole }, make);
    if (rest <= LEAST_COUNT) return statements;
    this.branches++;
    return [...statements, { op: 'if', condition: { probability: rest, scope: 'warp' }, then: [make()] }];
  }
}
