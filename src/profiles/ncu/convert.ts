import { message, type Message } from '../../kernel/message';
import type { KernelProfile, OriginalMetric, ValueRange } from '../../kernel/profile';
import { volume } from '../../kernel/symbolic';
import type { ProfileBuilder } from '../builder';
import { possibleRegisters } from '../checks';
import type { NcuLaunch, NcuValue } from './launch';
import { rawNameOf, toNvprof, USED_NAMES, type BaseValue, type NvprofValue } from './mapping';
import { halfLastPlaceWith, LocaleEvidence, parseLocalized, parseRaw, RawEvidence } from './numbers';
import { ncuUnit } from './units';

/** Metrics that are whole numbers whatever the launch. */
const WHOLE =
  /^(Grid Size|Block Size|Threads|Registers Per Thread|Elapsed Cycles|Block Limit .*|# SMs)$|^launch__(grid_|block_|thread_|registers|occupancy_limit|sm_count)|^device__attribute_/;
/** In the last word before `.sum`. */
const COUNTED = /inst|sector|request|cycles?_(active|elapsed)|_size|_dim_[xyz]/;

const isSumOfCounts = (name: string): boolean =>
  name.endsWith('.sum') && COUNTED.test(name.split(/\W/).at(-2) ?? '');

/** Scaled to `Ginst` and the like, a count is no whole number any more. */
const isWhole = ({ name, unit }: NcuValue): boolean =>
  (WHOLE.test(name) || isSumOfCounts(name)) && ncuUnit(unit)?.factor === 1;

/** Originals that are kept of one file; beyond it only those that metrics were computed from. */
const MAX_ORIGINALS = 400_000;

/**
 * Reads the numbers of all launches of a file, once the whole file tells its locale, and maps
 * them to nvprof's names.
 */
export class NcuConverter {
  private readonly evidence = new LocaleEvidence();
  private readonly rawEvidence = new RawEvidence();
  private originals = 0;

  constructor(private readonly builder: ProfileBuilder) {}

  convert(launches: readonly NcuLaunch[]): void {
    for (const launch of launches) this.observe(launch);
    if (this.evidence.contradictory)
      this.builder.warnings.add('mixed-locales', message('profiles.ncu.twoNotations'));
    for (const launch of launches) this.builder.kernels.push(this.profile(launch));
  }

  private observe(launch: NcuLaunch): void {
    for (const value of launch.values) {
      const known = knownSize(value.name, launch);
      const whole = isWhole(value);
      for (const text of [value.text, ...(value.range ?? [])])
        if (launch.raw) this.rawEvidence.observe(text, whole);
        else if (known !== null || whole) this.evidence.observeKnown(text, known);
        else this.evidence.observe(text);
    }
  }

  private profile(launch: NcuLaunch): KernelProfile {
    const originals: Record<string, OriginalMetric> = {};
    const read = new Map<string, BaseValue>();
    const ranges = new Map<string, ValueRange>();
    for (const value of launch.values) {
      const base = this.base(value, launch);
      const key = value.name in originals ? `${value.name} (${value.unit})` : value.name;
      if (this.keeps(value.name))
        originals[key] = { name: value.name, text: value.text, unit: value.unit, value: base?.value ?? null };
      if (base === null) continue;
      const raw = rawNameOf(value.name, base.dimension);
      if (!read.has(raw)) read.set(raw, base);
      const range = this.range(value, launch);
      if (range !== null) ranges.set(raw, range);
    }
    const mapped = toNvprof(read);
    for (const { name, why } of mapped.rejected)
      this.builder.warnings.add(
        'untrusted-number',
        message('profiles.ncu.ofLaunch', { metric: name, launch: launch.name, why }),
        launch.line,
      );
    for (const metric of mapped.metrics) originals[metric.name] = originalOf(metric);
    return {
      ...this.identity(launch, read),
      ...this.shape(launch, read),
      durationNs: rounded(read.get('gpu__time_duration.sum')?.value),
      ...rangeOf(ranges.get('gpu__time_duration.sum'), 'durationRange'),
      metrics: Object.fromEntries(mapped.metrics.map(({ name, value }) => [name, value])),
      ...(mapped.events.length > 0 && {
        events: Object.fromEntries(mapped.events.map(({ name, value }) => [name, value])),
      }),
      originals,
    };
  }

  private keeps(name: string): boolean {
    if (USED_NAMES.has(name)) return true;
    if (++this.originals <= MAX_ORIGINALS) return true;
    this.builder.warnings.addOnce(
      'originals-dropped',
      message('profiles.ncu.moreValues', { most: MAX_ORIGINALS }),
    );
    return false;
  }

  private identity(
    launch: NcuLaunch,
    read: ReadonlyMap<string, BaseValue>,
  ): Pick<KernelProfile, 'name' | 'startNs' | 'stream' | 'device' | 'calls' | 'location'> {
    const device =
      launch.values.find((value) => value.name === 'device__attribute_display_name')?.text ?? null;
    this.builder.noteDevice(device);
    const capability = launch.computeCapability ?? capabilityOf(read);
    return {
      name: launch.name,
      startNs: null,
      stream: launch.stream,
      device,
      ...(launch.deviceIndex === null ? {} : { deviceIndex: launch.deviceIndex }),
      ...(capability === null ? {} : { computeCapability: capability }),
      calls: launch.calls,
      ...launch.inRun,
      location: { path: this.builder.path, line: launch.line },
    };
  }

  private shape(
    launch: NcuLaunch,
    read: ReadonlyMap<string, BaseValue>,
  ): Pick<KernelProfile, 'grid' | 'block' | 'registers' | 'staticSharedBytes' | 'dynamicSharedBytes'> {
    const registers = read.get('launch__registers_per_thread')?.value ?? null;
    const possible = registers !== null && possibleRegisters(registers, launch.block);
    if (registers !== null && !possible)
      this.builder.warnings.add(
        'impossible-launch',
        message('profiles.ncu.registers', { registers }),
        launch.line,
      );
    return {
      grid: launch.grid,
      block: launch.block,
      registers: possible ? registers : null,
      staticSharedBytes: this.sharedBytes(read.get('launch__shared_mem_per_block_static'), launch),
      dynamicSharedBytes: this.sharedBytes(read.get('launch__shared_mem_per_block_dynamic'), launch),
    };
  }

  /** Bytes of a size that may have been rounded to three digits (`8.19` `Kbyte/block`). */
  private sharedBytes(size: BaseValue | undefined, launch: NcuLaunch): number | null {
    if (size === undefined) return null;
    const slack = halfLastPlaceWith(this.evidence.sign ?? '.', size.text) * (ncuUnit(size.unit)?.factor ?? 1);
    const bytes = roundestBetween(size.value - slack, size.value + slack);
    if (slack >= 0.5)
      this.builder.warnings.add(
        'rounded-size',
        message('profiles.ncu.sharedMemory', {
          text: size.text,
          unit: size.unit,
          bytes,
          slack: Math.ceil(slack),
        }),
        launch.line,
      );
    return bytes;
  }

  private range(value: NcuValue, launch: NcuLaunch): ValueRange | null {
    const [min, max] = (value.range ?? []).map((text) => this.base({ ...value, text }, launch)?.value);
    return min === undefined || max === undefined || min > max ? null : { min, max };
  }

  /** The value in base units; null, with a warning, when the text is no trusted number. */
  private base(value: NcuValue, launch: NcuLaunch): BaseValue | null {
    const { name, text, unit } = value;
    if (!/^[+-]?\d/.test(text)) return null;
    const number = launch.raw
      ? parseRaw(text, this.rawEvidence.dotGroups, isWhole(value))
      : parseLocalized(text, this.evidence.sign);
    const known = ncuUnit(unit);
    if (number === 'ambiguous') return this.distrust(value, message('profiles.ncu.ambiguous'));
    if (number === null || known === null) return number === null ? this.distrustText(value) : null;
    const size = knownSize(name, launch);
    if (size !== null && number !== size)
      return this.distrust(value, message('profiles.ncu.contradicts', { size }));
    if (number < 0) return this.distrust(value, message('profiles.ncu.negative'));
    return { name, text, unit, value: number * known.factor, dimension: known.dimension };
  }

  /** Texts that begin with a digit but are no numbers, such as `8.0 (…)`, are plain texts. */
  private distrustText(value: NcuValue): null {
    return /^[\d.,' \u00a0\u202f]+$/.test(value.text)
      ? this.distrust(value, message('profiles.ncu.noNumber'))
      : null;
  }

  private distrust(value: NcuValue, why: Message): null {
    this.builder.warnings.add(
      'untrusted-number',
      message('profiles.ncu.valueLeftOut', { name: value.name, text: value.text, why }),
      value.line,
    );
    return null;
  }
}

const rounded = (ns: number | undefined): number | null =>
  ns === undefined ? null : Math.round(ns * 1e3) / 1e3;

function rangeOf<K extends string>(range: ValueRange | undefined, key: K): Partial<Record<K, ValueRange>> {
  return range === undefined ? {} : ({ [key]: range } as Partial<Record<K, ValueRange>>);
}

function originalOf({ from }: NvprofValue): OriginalMetric {
  return {
    name: from.map((value) => value.name).join(' + '),
    text: from.map((value) => value.text).join(' + '),
    unit: [...new Set(from.map((value) => value.unit))].join(', '),
  };
}

/** Number of blocks or threads that the grid and block columns say, for metrics that repeat them. */
function knownSize(name: string, { grid, block }: NcuLaunch): number | null {
  if (name === 'Grid Size' || name === 'launch__grid_size') return grid && volume(grid);
  if (name === 'Block Size' || name === 'launch__block_size') return block && volume(block);
  if (name === 'Threads' || name === 'launch__thread_count')
    return grid && block && volume(grid) * volume(block);
  return null;
}

function capabilityOf(read: ReadonlyMap<string, BaseValue>): string | null {
  const [major, minor] = ['major', 'minor'].map(
    (part) => read.get(`device__attribute_compute_capability_${part}`)?.value,
  );
  return major === undefined || minor === undefined ? null : `${major}.${minor}`;
}

/** The whole number between the bounds that is divisible by the largest power of two. */
function roundestBetween(low: number, high: number): number {
  for (let step = 2 ** 20; step > 1; step /= 2) {
    const multiple = Math.ceil(low / step) * step;
    if (multiple <= high) return multiple;
  }
  return Math.round((low + high) / 2);
}
