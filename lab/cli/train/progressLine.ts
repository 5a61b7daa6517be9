/** Tells now and then how many of the runs are done and how long the rest will take at this pace. */
export interface ProgressLine {
  readonly count: number;
  step(what: string): void;
}

const EVERY_MS = 5000;

export function progressLine(total: number, note: (line: string) => void): ProgressLine {
  const start = Date.now();
  let told = start;
  let count = 0;
  return {
    get count() {
      return count;
    },
    step(what) {
      count++;
      const now = Date.now();
      if (now - told < EVERY_MS && count < total) return;
      told = now;
      const left = ((now - start) / count) * (total - count);
      note(`${count} of ${total} runs, about ${duration(left)} left (${what})`);
    },
  };
}

function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
