import type { ChargeEvent, Region, TraceEvent } from '../../reading/values/graph';
import { isFoldable, termsOf } from '../../reading/values/linear';
import { isHalf, sizeOf, type CType } from '../../reading/values/types';
import type { Ledger } from './ledger';
import { countsByOne, isRepeated } from './unrolledCopies';

/** Bytes of wide accesses. */
const WIDTHS = [16, 8];
const HALVES = 8;
const WORD = 4;

/** Instructions that no load of shared memory moves past. */
const STOPS = /^(barrier|atomic|sharedStore|globalStore)$/;

/**
 * Joins what the copies of an unrolled loop load side by side from shared memory inside of further unrolled loops, as
 * register tiles do that are filled from columns: all of it is straight code, where one access serves several copies of
 * the outer loop.
 */
export class NestedCopies {
  /** @param objects types of arrays by the name of their address */
  constructor(
    private readonly ledger: Ledger,
    private readonly objects: ReadonlyMap<string, CType>,
  ) {}

  /** Joins what the loops in a region load. */
  join(region: Region): void {
    for (const inner of innerOf(region)) {
      if (inner.kind === 'loop' && inner.events.some(isBranch)) this.part(inner);
      if (inner.copyOf === null && isRepeated(inner) && isStraight(inner)) this.joinIn(inner, inner, []);
      this.join(inner);
    }
  }

  /** Copies of a loop that branches are blocks of their own: what each of them loads is not joined. */
  private part(loop: Region): void {
    for (const event of loop.events.slice())
      if (event.kind === 'charge' && event.name === 'sharedLoad' && event.wide === undefined)
        this.ledger.share(event, loop, event.count, []);
  }

  /** @param rows loops around `region` inside of `outer`, the innermost first */
  private joinIn(region: Region, outer: Region, rows: readonly Region[]): void {
    for (const event of region.events.slice()) {
      if (event.kind === 'nested') {
        const [loop] = event.regions;
        if (loop?.kind === 'loop' && loop.copyOf === null) this.joinIn(loop, outer, [loop, ...rows]);
      } else if (event.name === 'sharedLoad' && rows.length > 0) {
        const copies = this.copiesOf(event, outer);
        if (copies > 1) this.ledger.share(event, region, copies, rows);
      }
    }
  }

  /** Copies of a loop that one access serves: elements from a multiple of their number on. */
  private copiesOf({ access, count }: ChargeEvent, outer: Region): number {
    const bytes = access === null ? null : sizeOf(access.type);
    if (access === null || bytes === null || count !== 1 || access.field !== '') return 1;
    if (access.type.kind !== 'scalar' || !this.objects.has(access.base.name)) return 1;
    const terms = termsOf(access.index);
    const own = terms.filter(({ factors }) => factors.some(({ region }) => region === outer));
    const [step] = own;
    if (own.length !== 1 || step?.coefficient !== 1 || step.factors.length !== 1) return 1;
    if (step.factors[0]!.kind !== 'index' || !countsByOne(outer)) return 1;
    const others = terms.filter((term) => term !== step && term.factors.length > 0);
    const trips = outer.count?.uniform ?? 1;
    const fits = (elements: number): boolean =>
      trips % elements === 0 && others.every(({ coefficient }) => coefficient % elements === 0);
    // Bytes and whole numbers of 16 bits stay apart, and halves are joined by four.
    const widths = bytes >= WORD ? WIDTHS : isHalf(access.type.scalar) ? [HALVES] : [];
    return widths.map((width) => width / bytes).find((elements) => elements > 1 && fits(elements)) ?? 1;
  }
}

/** Tests whether code is left to some of the threads that come to it. */
function isBranch(event: TraceEvent): boolean {
  return (
    event.kind === 'nested' &&
    event.regions.some(({ kind, guard }) => kind === 'branch' && guard !== null && !isFoldable(guard))
  );
}

function innerOf({ events }: Region): readonly Region[] {
  return events.flatMap((event) => (event.kind === 'nested' ? event.regions : []));
}

/** Tests whether a loop is nothing but loads, arithmetic and loops that are repeated in full. */
function isStraight({ events }: Region): boolean {
  return events.every((event) =>
    event.kind === 'charge'
      ? !STOPS.test(event.name)
      : event.regions.length === 1 &&
        event.regions.every((inner) => isRepeated(inner.copyOf ?? inner) && isStraight(inner)),
  );
}
