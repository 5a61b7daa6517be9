import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Session } from './session';

/** A file that the extension has stored. */
interface StoredFile {
  readonly name: string;
  /** Null where it is not whole. */
  readonly content: unknown;
}

/** The processes in which the extensions of open windows run, as the server has started them. */
export function extensionHosts({ server }: Session): number[] {
  const parents = new Map<number, number>();
  const named: number[] = [];
  for (const pid of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry)))
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      parents.set(Number(pid), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=extensionHost'))
        named.push(Number(pid));
    } catch {
      // It has ended meanwhile.
    }
  const descends = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === server || descends(parents.get(pid)));
  return named.filter(descends);
}

/** What the extension keeps of all workspaces: results, and outcomes of simulations. */
export function storedFiles({ folder }: Session): StoredFile[] {
  const base = path.join(folder, 'profile/User/workspaceStorage');
  if (!existsSync(base)) return [];
  return readdirSync(base, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?:simulations|results-\w+)\.json$/.test(file))
    .map((file) => ({ name: path.basename(file), content: contentOf(path.join(base, file)) }));
}

function contentOf(file: string): unknown {
  const text = readFileSync(file, 'utf8');
  const end = text.indexOf('\n');
  const content = text.slice(end + 1);
  const sum = createHash('sha256').update(`${content.length}:`).update(content).digest('hex');
  return text.slice(0, end).split(' ')[2] === sum ? JSON.parse(content) : null;
}

/** Keys of the simulations whose outcomes are stored. */
export function storedSimulations(session: Session): ReadonlySet<string> {
  const entries = storedFiles(session)
    .filter(({ name, content }) => name === 'simulations.json' && content !== null)
    .flatMap(({ content }) => content as [string, unknown][]);
  return new Set(entries.map(([key]) => key));
}
