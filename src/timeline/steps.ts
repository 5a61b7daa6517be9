import type { Steps } from './timeline';

/** Records a step function whose times do not descend; equal times keep the last value. */
export class StepRecorder {
  private readonly ns: number[] = [];
  private readonly value: number[] = [];

  set(ns: number, value: number): void {
    const last = this.ns.length - 1;
    if (last >= 0 && this.ns[last] === ns) {
      this.value[last] = value;
      if (this.value[last - 1] === value) this.drop();
    } else if (this.value[last] !== value) {
      this.ns.push(ns);
      this.value.push(value);
    }
  }

  steps(): Steps {
    return { ns: this.ns, value: this.value };
  }

  private drop(): void {
    this.ns.pop();
    this.value.pop();
  }
}

/** At most `count` steps with the same time average in each of `count` equal parts of the span. */
export function thinSteps(steps: Steps, fromNs: number, toNs: number, count: number): Steps {
  if (steps.ns.length <= count) return steps;
  const recorder = new StepRecorder();
  const width = (toNs - fromNs) / count;
  const means = new Float64Array(count);
  steps.ns.forEach((ns, index) => {
    const end = Math.min(steps.ns[index + 1] ?? toNs, toNs);
    let at = Math.max(ns, fromNs);
    while (at < end) {
      const part = Math.min(Math.floor((at - fromNs) / width), count - 1);
      const until = part === count - 1 ? end : Math.min(end, fromNs + (part + 1) * width);
      means[part]! += ((until - at) * steps.value[index]!) / width;
      at = until > at ? until : end;
    }
  });
  means.forEach((mean, part) => {
    recorder.set(fromNs + part * width, mean);
  });
  return recorder.steps();
}
