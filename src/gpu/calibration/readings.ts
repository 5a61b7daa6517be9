import { message, type Words } from '../../kernel/message';
import { InputError } from '../../kernel/result';
import { areRising } from '../risingLatencies';

/** What `calibrate.cu` measures, each with the least and largest value that a card can have. */
const FIGURES = {
  sms: [1, 1024],
  clock_mhz: [100, 10000],
  running_clock_mhz: [100, 10000],
  l2_kib: [1, 1048576],
  memory_bus_bits: [16, 16384],
  memory_peak_gbs: [1, 100000],
  memory_gib: [0.25, 4096],
  copy_engines: [1, 16],
  l1_latency_cycles: [1, 5000],
  l2_latency_cycles: [1, 5000],
  dram_latency_cycles: [1, 5000],
  dram_read_gbs: [1, 100000],
  dram_write_gbs: [1, 100000],
  l2_read_gbs: [1, 1000000],
  launch_us: [0.1, 1000],
  launch_and_wait_us: [0.1, 10000],
  turnover_cycles: [1, 5000],
  store_drain_cycles: [0, 1000],
  fp32_gflops: [1, 1e7],
  fp64_gflops: [0.1, 1e7],
  fp16_gflops: [1, 1e7],
  int32_gops: [1, 1e7],
  special_gops: [0.1, 1e7],
  tensor_fp16_gflops: [1, 1e8],
  copy_to_device_gbs: [0.01, 10000],
  copy_from_device_gbs: [0.01, 10000],
  copy_of_4_bytes_us: [0.1, 10000],
} as const satisfies Readonly<Record<string, readonly [number, number]>>;

export type Figure = keyof typeof FIGURES;

/** One card as the micro-benchmarks saw it. Figures that they did not print, or that cannot be, are absent. */
export interface Readings {
  /** As the driver names it. */
  readonly name: string;
  readonly computeCapability: string;
  readonly figures: Readonly<Partial<Record<Figure, number>>>;
  /** What was left out, and why. */
  readonly warnings: readonly Words[];
}

const FIRST = /^corun-calibration (\d+)$/;
const VERSION = '1';
const PAIR = /^([a-z][a-z0-9_]{0,39}) = (.{1,200})$/;

/**
 * Reads what `calibrate.cu` printed; lines before its first one are other programs'.
 *
 * @param file named in faults
 * @throws InputError when it is nothing of the kind, of another version, or names no card
 */
export function parseReadings(text: string, file: string): Readings {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  const first = lines.findIndex((line) => FIRST.test(line));
  if (first < 0) throw new InputError(message('gpu.calibration.none'), 'no-calibration', file);
  const [, version] = FIRST.exec(lines[first]!)!;
  if (version !== VERSION)
    throw new InputError(
      message('gpu.calibration.version', { version: version! }),
      'version',
      file,
      first + 1,
    );
  const warnings: Words[] = [];
  const told = new Map<string, string>();
  let ended = false;
  for (const [index, line] of lines.entries()) {
    if (index <= first || ended || line.trim() === '') continue;
    const pair = PAIR.exec(line);
    if (pair !== null) told.set(pair[1]!, pair[2]!.trim());
    else if (line.trim() === 'end') ended = true;
    else warnings.push(message('gpu.calibration.line', { line: index + 1 }));
  }
  if (!ended) warnings.push(message('gpu.calibration.cut'));
  const name = told.get('name');
  const computeCapability = told.get('compute_capability');
  if (name === undefined || computeCapability === undefined)
    throw new InputError(message('gpu.calibration.noCard'), 'no-calibration', file, first + 1);
  return { name, computeCapability, figures: figuresOf(told, warnings), warnings };
}

function figuresOf(told: ReadonlyMap<string, string>, warnings: Words[]): Readings['figures'] {
  const figures: Partial<Record<Figure, number>> = {};
  for (const [figure, [least, most]] of Object.entries(FIGURES) as [Figure, readonly [number, number]][]) {
    const text = told.get(figure);
    if (text === undefined) continue;
    const value = Number(text);
    if (value >= least && value <= most) figures[figure] = value;
    else warnings.push(message('gpu.calibration.impossible', { figure, value: text }));
  }
  return withRisingLatencies(figures, warnings);
}

const LATENCIES = ['l1_latency_cycles', 'l2_latency_cycles', 'dram_latency_cycles'] as const;

/** Without the latencies where a level is not further away than the one before it. */
function withRisingLatencies(figures: Readings['figures'], warnings: Words[]): Readings['figures'] {
  const cycles = LATENCIES.map((figure) => figures[figure]).filter((one) => one !== undefined);
  if (areRising(cycles)) return figures;
  warnings.push(message('gpu.calibration.latencies', { cycles }));
  const rest = Object.entries(figures).filter(
    ([figure]) => !(LATENCIES as readonly string[]).includes(figure),
  );
  return Object.fromEntries(rest) as Readings['figures'];
}
