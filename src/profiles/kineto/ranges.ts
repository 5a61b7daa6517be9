import type { ProfileBuilder } from '../builder';
import { NamedGroups } from '../namedGroups';
import type { EventReader } from './event';

/** Annotations of the program: on the host, and as the work on the GPU that was issued in them. */
export class Ranges {
  private readonly groups = new NamedGroups(['name', 'thread', 'device', 'stream'] as const);
  private readonly values = new Float64Array(4);

  constructor(private readonly builder: ProfileBuilder) {}

  add(event: EventReader, startNs: number, durationNs: number, line: number): void {
    const { values } = this;
    const isHost = event.kind === 'hostRange';
    values[0] = event.name;
    values[1] = isHost ? event.thread : Number.NaN;
    values[2] = isHost ? Number.NaN : event.pid;
    values[3] = isHost ? Number.NaN : event.track;
    this.builder.ranges.store.push(this.groups.of(values, line), startNs, durationNs, null, line);
  }

  finish(
    nameOf: (name: number) => string,
    threadOf: (thread: number) => string,
    run: { run?: number },
  ): void {
    for (let group = 0; group < this.groups.count; group++) {
      const value = this.groups.view(group);
      const [thread, device, stream] = [value('thread'), value('device'), value('stream')];
      this.builder.ranges.addGroup({
        name: nameOf(value('name') ?? -1),
        side: thread === null ? 'gpu' : 'host',
        ...(thread !== null && { thread: threadOf(thread) }),
        ...(stream !== null && { stream: String(stream) }),
        ...(device !== null && { deviceIndex: device }),
        ...run,
      });
    }
  }
}
