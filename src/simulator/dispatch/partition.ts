import type { StateArrays } from '../core/stateArrays';

/** No bound on the blocks of an application on an SM. */
export const UNBOUNDED = 1024;

/** Which SMs each application may use, and how much of them. */
export class Partition {
  /** Most blocks of application a on SM s, at `a * sms + s`; 0 keeps it away. */
  readonly blockCap: Int32Array;
  /** 1 where blocks of two applications must not meet on an SM: the new owner waits for the old one to leave. */
  readonly exclusive: Uint8Array;
  /** Most SMs that an application may occupy at a time (MPS). */
  readonly smCap: Int32Array;

  constructor(
    readonly apps: number,
    readonly sms: number,
    state: StateArrays,
  ) {
    this.blockCap = state.int32(apps * sms).fill(UNBOUNDED);
    this.exclusive = state.uint8(1);
    this.smCap = state.int32(apps).fill(sms);
  }

  allows(app: number, sm: number): boolean {
    return this.blockCap[app * this.sms + sm]! > 0;
  }

  /** Gives every application its own SMs: `counts[a]` of them, in order, the rest to nobody. */
  assign(counts: readonly number[]): void {
    this.exclusive[0] = 1;
    this.blockCap.fill(0);
    let first = 0;
    counts.forEach((count, app) => {
      this.blockCap.fill(UNBOUNDED, app * this.sms + first, app * this.sms + first + count);
      first += count;
    });
  }

  /** Changes how many SMs each application owns, moving as few as possible. */
  reassign(counts: readonly number[]): void {
    const owner = Array.from({ length: this.sms }, (_, sm) => this.ownerOf(sm));
    const has = counts.map((_, app) => owner.filter((o) => o === app).length);
    for (let sm = this.sms - 1; sm >= 0; sm--) {
      const app = owner[sm]!;
      if (app < 0 || has[app]! <= counts[app]!) continue;
      owner[sm] = -1;
      has[app]!--;
    }
    counts.forEach((count, app) => {
      for (let sm = 0; sm < this.sms && has[app]! < count; sm++) {
        if (owner[sm]! >= 0) continue;
        owner[sm] = app;
        has[app]!++;
      }
    });
    this.exclusive[0] = 1;
    this.blockCap.fill(0);
    owner.forEach((app, sm) => {
      if (app >= 0) this.blockCap[app * this.sms + sm] = UNBOUNDED;
    });
  }

  /** The only application that may use an SM; -1 when none or several may. */
  private ownerOf(sm: number): number {
    let owner = -1;
    for (let app = 0; app < this.apps; app++) {
      if (!this.allows(app, sm)) continue;
      if (owner >= 0) return -1;
      owner = app;
    }
    return owner;
  }

  /** Gives the whole GPU to one application. */
  grantAll(app: number): void {
    this.exclusive[0] = 1;
    this.blockCap.fill(0);
    this.blockCap.fill(UNBOUNDED, app * this.sms, (app + 1) * this.sms);
  }

  /** Lets every application use the first `sms` SMs, with at most `caps[a]` blocks on each. */
  share(caps: readonly number[], sms: number): void {
    this.blockCap.fill(0);
    caps.forEach((cap, app) => this.blockCap.fill(cap, app * this.sms, app * this.sms + sms));
  }

  /** Lets an application use the SMs from `first` on up to `end`, with at most so many blocks on each, and no others. */
  confine(app: number, first: number, end: number, cap: number): void {
    this.blockCap.fill(0, app * this.sms, (app + 1) * this.sms);
    this.blockCap.fill(cap, app * this.sms + first, app * this.sms + end);
  }

  /** Blocks that an application may have on all SMs at a time where one SM holds so many of them. */
  mostBlocks(app: number, perSm: number): number {
    let count = 0;
    let sms = 0;
    for (let sm = 0; sm < this.sms && sms < this.smCap[app]!; sm++) {
      const cap = this.blockCap[app * this.sms + sm]!;
      if (cap === 0) continue;
      count += Math.min(cap, perSm);
      sms++;
    }
    return count;
  }

  /** SMs that an application may use. */
  smCount(app: number): number {
    let count = 0;
    for (let sm = 0; sm < this.sms; sm++) if (this.allows(app, sm)) count++;
    return Math.min(count, this.smCap[app]!);
  }
}

/** `total` split as evenly as whole numbers allow, the first ones getting the rest. */
export function evenSplit(total: number, parts: number): number[] {
  const share = Math.floor(total / parts);
  return Array.from({ length: parts }, (_, i) => share + (i < total % parts ? 1 : 0));
}
