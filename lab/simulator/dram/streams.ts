/**
 * The request streams that the DRAM model is compared on, as the oracle's generator defines them: 16 banks of
 * 16384 rows with 32 bursts each, random numbers from xorshift32 with seed 12345.
 */

const BANKS = 16;
const ROWS = 16384;
const BURSTS = 32;
const SEED = 12345;
const REQUESTS = 40000;

export interface StreamDefinition {
  readonly name: string;
  readonly pattern: 'stream_bank' | 'stream_row' | 'random' | 'rbh' | 'runs';
  /** Probability to stay in a bank's row (`rbh`), or the length of a run (`runs`). */
  readonly parameter: number;
  readonly writeFraction: number;
  /** Consecutive bursts per address: 1 or 2. */
  readonly burst: number;
}

interface Place {
  readonly bank: number;
  readonly row: number;
  readonly column: number;
}

class Xorshift32 {
  constructor(private state: number) {}

  fraction(): number {
    let x = this.state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.state = x;
    return (x >>> 0) / 2 ** 32;
  }

  below(limit: number): number {
    return Math.floor(this.fraction() * limit);
  }
}

function define(
  name: string,
  pattern: StreamDefinition['pattern'],
  parameter = 0,
  writeFraction = 0,
  burst = 1,
): StreamDefinition {
  return { name, pattern, parameter, writeFraction, burst };
}

const percent = (fraction: number): string => String(Math.round(fraction * 100)).padStart(3, '0');

/** The 58 streams of the comparison. */
export function dramStreams(): readonly StreamDefinition[] {
  const readStreams = [1, 2].flatMap((burst) => {
    const suffix = burst === 1 ? '' : '_b2';
    const plain = (['stream_bank', 'stream_row', 'random'] as const).map((pattern) =>
      define(`${pattern}${suffix}`, pattern, 0, 0, burst),
    );
    const hits = Array.from({ length: 11 }, (_, k) =>
      define(`rbh${percent(k / 10)}${suffix}`, 'rbh', k / 10, 0, burst),
    );
    return [...plain, ...hits];
  });
  const runs = [1, 2, 4, 8, 16, 32].map((length) =>
    define(`runs${String(length).padStart(2, '0')}`, 'runs', length),
  );
  const mixed = [0.1, 0.2, 0.3, 0.4, 0.5, 1].flatMap((writes) => [
    define(`stream_bank_w${percent(writes)}`, 'stream_bank', 0, writes),
    define(`random_w${percent(writes)}`, 'random', 0, writes),
    define(`rbh050_w${percent(writes)}`, 'rbh', 0.5, writes),
    define(`rbh080_w${percent(writes)}`, 'rbh', 0.8, writes),
  ]);
  return [...readStreams, ...runs, ...mixed];
}

/** The stream as text, one request a line. */
export function streamText(definition: StreamDefinition, requests = REQUESTS): string {
  const random = new Xorshift32(SEED);
  const nextPlace = placer(definition, random);
  const lines: string[] = [];
  for (let index = 0; lines.length < requests; index++) {
    const { bank, row, column } = nextPlace(index);
    const writes = definition.writeFraction > 0 && random.fraction() < definition.writeFraction;
    for (let burst = 0; burst < definition.burst; burst++)
      lines.push(`${writes ? 'W' : 'R'} ${bank} ${row} ${(column + burst) % BURSTS}`);
  }
  return `${lines.join('\n')}\n`;
}

/** Where request number `index` goes. All patterns first draw a row per bank. */
function placer(definition: StreamDefinition, random: Xorshift32): (index: number) => Place {
  const { burst, parameter } = definition;
  const perRow = BURSTS / burst;
  const rows = Array.from({ length: BANKS }, () => random.below(ROWS));
  const columns = new Array<number>(BANKS).fill(0);
  let run: Place = { bank: 0, row: 0, column: 0 };
  const anywhere = (): Place => ({
    bank: random.below(BANKS),
    row: random.below(ROWS),
    column: random.below(perRow) * burst,
  });
  const patterns: Record<StreamDefinition['pattern'], (index: number) => Place> = {
    stream_bank: (i) => ({
      bank: i % BANKS,
      row: Math.floor(i / (BANKS * perRow)) % ROWS,
      column: (Math.floor(i / BANKS) % perRow) * burst,
    }),
    stream_row: (i) => ({
      bank: Math.floor(i / perRow) % BANKS,
      row: Math.floor(i / (perRow * BANKS)) % ROWS,
      column: (i % perRow) * burst,
    }),
    random: anywhere,
    rbh: () => {
      const bank = random.below(BANKS);
      if (random.fraction() < parameter) columns[bank] = (columns[bank]! + burst) % BURSTS;
      else {
        rows[bank] = (rows[bank]! + 1 + random.below(ROWS - 1)) % ROWS;
        columns[bank] = random.below(perRow) * burst;
      }
      return { bank, row: rows[bank]!, column: columns[bank]! };
    },
    runs: (i) => {
      if (i % parameter === 0) run = anywhere();
      return { ...run, column: (run.column + (i % parameter) * burst) % BURSTS };
    },
  };
  return patterns[definition.pattern];
}
