import type { ProfileBuilder } from '../builder';
import { NamedGroups } from '../namedGroups';
import type { RecordingKind } from '../recording/operations';
import type { SqliteDatabase } from '../sqlite/database';

/** Kinds of NVTX events by ENUM_NSYS_EVENT_TYPE: of programs, and imported from text. */
const PUSH_POP: ReadonlySet<number | null> = new Set([59, 70]);
const START_END: ReadonlySet<number | null> = new Set([60, 71]);
const DOMAIN = 75;
/** The thread in a global number: bits 0 to 23. */
const THREADS = 2 ** 24;

/** Where a range's name stands: in the table of texts, or in its own row. */
class RangeNames {
  private readonly inline: string[] = [];
  private readonly numbers = new Map<string, number>();

  /** A number for a text that stands in the row, apart from those of the table of texts. */
  of(text: string): number {
    let number = this.numbers.get(text);
    if (number === undefined) this.numbers.set(text, (number = -this.inline.push(text)));
    return number;
  }

  text(number: number, texts: ReadonlyMap<number, string>): string {
    return (number < 0 ? this.inline[-number - 1] : texts.get(number)) ?? `#${number}`;
  }
}

/**
 * Reads ranges of NVTX. Ranges that are pushed and popped are nested on their thread; those that are started and ended
 * belong to none. A range that was open when recording ended has no duration.
 */
export async function readNvtxRanges(
  database: SqliteDatabase,
  builder: ProfileBuilder,
  { clock, strings }: RecordingKind,
  runOf: (globalId: number | null) => { run?: number },
): Promise<void> {
  const table = database.table('NVTX_EVENTS');
  if (table === null) return;
  const [start, end, type] = [table.at('start'), table.at('end'), table.at('eventType')];
  const [text, textId] = [table.at('text'), table.at('textId')];
  const [thread, domain] = [table.at('globalTid'), table.at('domainId')];
  const names = new RangeNames();
  const groups = new NamedGroups(['name', 'globalTid', 'domain', 'nested'] as const);
  const domains = new Map<number, number>();
  const before = builder.ranges.groups.length;
  await database.scan(table, (row, ordinal) => {
    const kind = row.integer(type);
    const own = row.text(text);
    const name = own === null || own === '' ? row.integer(textId) : names.of(own);
    const place = row.integer(domain);
    if (kind === DOMAIN && place !== null && name !== null) domains.set(place, name);
    if (name === null || !(PUSH_POP.has(kind) || START_END.has(kind))) return;
    clock.read(row, start, end);
    const { startNs, durationNs } = clock;
    if (Number.isNaN(startNs)) return;
    const values = [name, row.number(thread), place || NaN, PUSH_POP.has(kind) ? 1 : 0];
    builder.ranges.store.push(before + groups.of(values, ordinal), startNs, durationNs, null, ordinal);
  });
  const wanted = new Set(domains.values());
  for (let group = 0; group < groups.count; group++) wanted.add(groups.view(group)('name') ?? 0);
  const texts = await strings(wanted);
  for (let group = 0; group < groups.count; group++) {
    const value = groups.view(group);
    const [globalTid, place] = [value('globalTid'), value('domain')];
    const domainName = place === null ? undefined : domains.get(place);
    builder.ranges.addGroup({
      name: names.text(value('name') ?? 0, texts),
      side: 'host',
      ...(globalTid !== null && value('nested') === 1 && { thread: String(globalTid % THREADS) }),
      ...(domainName !== undefined && { domain: names.text(domainName, texts) }),
      ...runOf(globalTid),
    });
  }
}
