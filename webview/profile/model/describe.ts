import type { ProfilePage } from '../../../src/analysis/profileProtocol';
import { say } from '../../../src/words';

/** The commands that a reason names, in its order: what follows `with:` up to the end of the clause. */
export function commandsIn(reason: string): readonly string[] {
  const pattern = /\bwith: ((?:"(?:\\.|[^"\\])*"|[^"();])+)/g;
  return [...reason.matchAll(pattern)].map((match) => match[1]!.trim());
}

/** What files with grouped rows have to say about it; null for a file that is listed one by one. */
export function groupedNote({ groupedEvents }: ProfilePage): string | null {
  const { kernels, transfers, api } = groupedEvents;
  const parts = [
    grouped(kernels, say('webview.profile.launches'), say('webview.profile.kernelAndLaunchShape')),
    grouped(transfers, say('webview.profile.transfers'), say('webview.profile.directionAndStream')),
    grouped(api, say('webview.profile.apiCalls'), say('webview.profile.functionWord')),
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : say('webview.profile.thisTraceIsLong', { parts: parts.join('; ') });
}

function grouped(events: number | undefined, what: string, by: string): string | null {
  return events === undefined
    ? null
    : say('webview.profile.areSummedBy', { events: events.toLocaleString('en-US'), what, by });
}
