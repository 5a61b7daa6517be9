import { message } from '../../kernel/message';
import type { ProfileBuilder } from '../builder';
import type { GroupView } from '../namedGroups';
import type { OperationPlace } from '../recording/operations';
import type { TraceHeader } from './header';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Columns that say where an operation ran. */
export const PLACE = ['device', 'context', 'stream'] as const;

/** Where operations of a trace ran, as profiles tell it. */
export class TracePlaces {
  /** @param isForeign whether the devices are of another maker, whose capability is none of NVIDIA's. */
  constructor(
    private readonly builder: ProfileBuilder,
    private readonly header: TraceHeader,
    private readonly run: { run?: number },
    readonly isForeign: boolean,
  ) {}

  /** Where a copy ran: as `of`, without what only kernels have. */
  ofCopy(value: GroupView<(typeof PLACE)[number]>): OperationPlace {
    const place: Writable<OperationPlace> = { ...this.of(value) };
    delete place.computeCapability;
    return place;
  }

  of(value: GroupView<(typeof PLACE)[number]>): OperationPlace {
    const [id, context, stream] = [value('device'), value('context'), value('stream')];
    const device = id === null ? null : this.header.device(id);
    this.builder.noteDevice(device?.name ?? null);
    if (device === null)
      this.builder.warnings.addOnce('unnamed-device', message('profiles.kineto.unnamedDevice'));
    return {
      device: device?.name ?? null,
      ...(id !== null && { deviceIndex: id }),
      ...(device?.computeCapability && !this.isForeign && { computeCapability: device.computeCapability }),
      ...(context !== null && { context: String(context) }),
      stream: stream === null ? null : String(stream),
      ...this.run,
    };
  }
}
