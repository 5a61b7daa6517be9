import { readFileSync } from 'node:fs';
import path from 'node:path';

/** What probes.cu printed on a card, without what did not change: see `CARD.source`. */
const FILE = 'lab/hardware/card/h100.txt';

/** A probe of a run: what it asks for, where, and how fast it was. */
export interface CardPart {
  readonly kind: string;
  /** KiB of the footprint, of all blocks or of each that has its own; 0 where there is none. */
  readonly kib: number;
  readonly threads: number;
  readonly blocksPerSm: number;
  readonly sms: number;
  /** Steps of all warps together in a core cycle. */
  readonly pace: number;
}

/** Probes that ran together: `alone`, `pair`, `three`, or `spatial` where each has SMs of its own. */
export interface CardRun {
  readonly label: string;
  readonly parts: readonly CardPart[];
}

/** Runs as they were measured, in order. */
export function cardRuns(root: string): readonly CardRun[] {
  return readFileSync(path.join(root, FILE), 'utf8')
    .split('\n')
    .filter((line) => line.includes(' | '))
    .map(runOf);
}

function runOf(line: string): CardRun {
  const [head = '', ...parts] = line.split(' | ');
  return { label: head.split(' ')[0]!, parts: parts.map(partOf) };
}

function partOf(text: string): CardPart {
  const [kind = '', kib, threads, blocksPerSm, sms, pace] = text.split(' ');
  return {
    kind,
    kib: Number(kib),
    threads: Number(threads),
    blocksPerSm: Number(blocksPerSm),
    sms: Number(sms),
    pace: Number(pace),
  };
}

/** What two probes have in common whose paces alone are the same. */
export const probeKey = ({ kind, kib, threads, blocksPerSm, sms }: CardPart): string =>
  [kind, kib, threads, blocksPerSm, sms].join(' ');
