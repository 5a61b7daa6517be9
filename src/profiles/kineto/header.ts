import { lenientJson } from '../json/bytes';
import { isOtherMaker } from './makers';

/** A device of a trace. */
export interface TraceDevice {
  readonly name: string;
  readonly computeCapability: string | null;
}

const decoder = new TextDecoder('utf-8');

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const wholeOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;

/** What stands in a trace beside its events: devices, the process's rank, the time that times count from. */
export class TraceHeader {
  private readonly devices = new Map<number, TraceDevice>();
  private _rank: number | null = null;
  private _worldSize: number | null = null;
  private _baseNs: bigint | null = null;

  /** Rank of the process among those that train together; null where the file does not tell. */
  get rank(): number | null {
    return this._rank;
  }

  get worldSize(): number | null {
    return this._worldSize;
  }

  /** Time that the events' times are added to, ns since 1970; null where they count from 1970 themselves. */
  get baseNs(): bigint | null {
    return this._baseNs;
  }

  device(id: number): TraceDevice | null {
    return this.devices.get(id) ?? null;
  }

  /** A device of another maker than NVIDIA; null when there is none. */
  get otherMaker(): string | null {
    for (const { name } of this.devices.values()) if (isOtherMaker(name)) return name;
    return null;
  }

  /** Takes a member of the outer object; those that say nothing of use are not looked at. */
  member(key: string, value: Uint8Array): void {
    if (key === 'deviceProperties' || key === 'computeProperties') this.takeDevices(lenientJson(value));
    else if (key === 'distributedInfo') this.takeRanks(lenientJson(value));
    else if (key === 'baseTimeNanoseconds') {
      const text = decoder.decode(value);
      if (/^\d{1,20}$/.test(text)) this._baseNs = BigInt(text);
    }
  }

  private takeDevices(list: unknown): void {
    for (const device of Array.isArray(list) ? (list as readonly unknown[]) : []) {
      if (!isRecord(device)) continue;
      const [id, name] = [wholeOf(device['id']), device['name']];
      const major = wholeOf(device['computeMajor'] ?? device['major']);
      const minor = wholeOf(device['computeMinor'] ?? device['minor']);
      if (id !== null && typeof name === 'string' && name !== '')
        this.devices.set(id, {
          name,
          computeCapability: major === null || minor === null || major === 0 ? null : `${major}.${minor}`,
        });
    }
  }

  private takeRanks(info: unknown): void {
    if (!isRecord(info)) return;
    this._rank = wholeOf(info['rank']);
    this._worldSize = wholeOf(info['world_size']);
  }
}
