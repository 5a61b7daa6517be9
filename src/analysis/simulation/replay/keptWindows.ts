import type { AgeProfile } from './blockAges';

/** A kernel by itself for a while. */
export interface SoloWindow {
  /** Blocks per cycle at which a block runs. */
  readonly speed: number;
  /** Of blocks that outlast the window; without any where they end sooner. */
  readonly ages: AgeProfile;
}

/** Windows with the keys under which they are kept. */
export type KeyedWindows = readonly (readonly [key: string, window: SoloWindow])[];

/** Windows that are kept, the newest. */
const MOST = 512;

/** Windows of kernels by themselves, and which of them nobody has been told of. */
export class KeptWindows {
  private readonly known = new Map<string, SoloWindow>();
  private untold = new Map<string, SoloWindow>();

  /** @param simulated makes what is not known */
  get(key: string, simulated: () => SoloWindow): SoloWindow {
    const known = this.known.get(key);
    const window = known ?? simulated();
    if (known === undefined) keep(this.untold, key, window);
    keep(this.known, key, window);
    return window;
  }

  /** Takes in what others have simulated. */
  add(windows: KeyedWindows): void {
    for (const [key, window] of windows) keep(this.known, key, window);
  }

  /** What was simulated here since it was asked last. */
  takeNew(): KeyedWindows {
    const taken = [...this.untold];
    this.untold = new Map();
    return taken;
  }
}

/** What threads have simulated of kernels by themselves, and which of them know it. */
export class SharedWindows<Thread extends object> {
  private readonly all = new Map<string, SoloWindow>();
  private readonly knownTo = new WeakMap<Thread, Set<string>>();

  /** Those that a thread was not given yet: it has them from now on. */
  newTo(thread: Thread): KeyedWindows {
    const known = this.keysOf(thread);
    const missing = [...this.all].filter(([key]) => !known.has(key));
    for (const [key] of missing) known.add(key);
    return missing;
  }

  /** Takes in what a thread has simulated. */
  add(thread: Thread, windows: KeyedWindows): void {
    const known = this.keysOf(thread);
    for (const [key, window] of windows) {
      keep(this.all, key, window);
      known.add(key);
    }
  }

  private keysOf(thread: Thread): Set<string> {
    const keys = this.knownTo.get(thread) ?? new Set();
    this.knownTo.set(thread, keys);
    return keys;
  }
}

function keep(windows: Map<string, SoloWindow>, key: string, window: SoloWindow): void {
  windows.delete(key);
  windows.set(key, window);
  if (windows.size > MOST) windows.delete(windows.keys().next().value!);
}
