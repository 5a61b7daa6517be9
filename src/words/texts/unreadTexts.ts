import type { UnreadCode } from '../../kernel/source';
import { say } from '../say';
import { words } from '../words';
import { exampleOf } from './noAdvice';

/** Places that a sentence names. */
const NAMED = 3;

/** What was not followed, so that what it launches is missing from what is said; null where all was. */
export function unreadText(codes: readonly UnreadCode[]): string | null {
  if (codes.length === 0) return null;
  const places = codes.slice(0, NAMED).map(placeText).join('; ');
  const more = codes.length - NAMED;
  return say('screen.unread', { places: more > 0 ? say('screen.unreadMore', { places, more }) : places });
}

function placeText({ what, location: { path, line }, open = [] }: UnreadCode): string {
  const said = { what: words(what), place: `${path}:${line}` };
  return open.length === 0
    ? say('screen.unreadPlace', said)
    : say('screen.unreadOpen', { ...said, names: exampleOf(open) });
}
