// Steps side by side, and what they say one after the other.

/**
 * Runs `steps` side by side as far as `cores` go, in their order: each takes one core, but for those that `waits`
 * most of their time, and waits for the steps that its `after` names, as far as they run at all.
 * Resolves with what `run(step)` gave, in the order of the steps.
 */
export async function sideBySide(steps, cores, run) {
  const results = new Map();
  const waiting = [...steps];
  const running = new Set();
  let free = cores;
  const isReady = ({ after = [] }) =>
    after.every((name) => results.has(name) || steps.every((step) => step.name !== name));
  const coresOf = ({ waits = false }) => (waits ? 0 : 1);
  const begin = (step) => {
    waiting.splice(waiting.indexOf(step), 1);
    free -= coresOf(step);
    const work = run(step).then((result) => {
      results.set(step.name, result);
      free += coresOf(step);
      running.delete(work);
    });
    running.add(work);
  };
  while (waiting.length > 0 || running.size > 0) {
    for (const step of [...waiting]) if (free >= coresOf(step) && isReady(step)) begin(step);
    await Promise.race(running);
  }
  return steps.map((step) => results.get(step.name));
}

/** What several writers say, in the order of `names`: the first that goes on is heard at once, later ones wait. */
export class OrderedOutput {
  constructor(names, write) {
    this.pending = names.map((name) => ({ name, text: '', ended: false }));
    this.print = write;
  }

  write(name, text) {
    if (this.pending[0]?.name === name) this.print(text);
    else this.pending.find((one) => one.name === name).text += text;
  }

  end(name) {
    this.pending.find((one) => one.name === name).ended = true;
    while (this.pending[0]?.ended) {
      this.pending.shift();
      const next = this.pending[0];
      if (next === undefined) return;
      this.print(next.text);
      next.text = '';
    }
  }
}
