import { message } from '../kernel/message';
import { TABLE } from './tables';
import { words } from './words';

/** What has names of its own in the table of titles. */
export type TitleKind =
  | 'cause'
  | 'class'
  | 'end'
  | 'figure'
  | 'isolation'
  | 'limiter'
  | 'measuredMode'
  | 'method'
  | 'operation'
  | 'origin'
  | 'part'
  | 'resource'
  | 'status'
  | 'style'
  | 'verdict'
  | 'way';

/** The name of a code that results carry, e.g. of the limiter `warps`; the code itself where the table has none. */
export function titleOf(kind: TitleKind, code: string): string {
  const title = `title.${kind}.${code}`;
  return title in TABLE ? words(message(title)) : code;
}
