import type { ProfileBuilder } from '../builder';

/** Processes of a recording as runs of the profile: rows of different processes share no stream. */
export class Processes {
  private readonly runs = new Map<number, { run?: number }>();

  constructor(private readonly builder: ProfileBuilder) {}

  /** The run of a process, for a spread into a profile; nothing where the process is not known. */
  of(pid: number | null): { run?: number } {
    if (pid === null) return {};
    let run = this.runs.get(pid);
    if (run === undefined) {
      this.builder.startRun(String(pid), null);
      this.runs.set(pid, (run = this.builder.inRun));
    }
    return run;
  }
}
