import path from 'node:path';
import { namesIn } from '../files/folders';
import { readJson } from '../files/json';
import { useLanguage } from '../words';
import { say } from '../words/say';
import { UsageError } from './command';
import { distFolder } from './distFolder';

const BUNDLE = /^bundle\.l10n\.(.+)\.json$/;

/**
 * Words everything in the language that `--language` names, else in that of the environment where there are texts
 * in it; English otherwise.
 *
 * @throws UsageError where a language is asked for by name of which there are no texts
 */
export async function speakLanguage(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const bundles = await bundlesIn(path.join(distFolder(), '..', 'l10n'));
  const named = languageOption(args);
  const language = named ?? languageOf(env);
  const base = baseOf(language ?? 'en');
  const file = bundles.get(base);
  if (file !== undefined) useLanguage((await readJson(file)) as Record<string, string>, base);
  else if (named !== null && base !== 'en')
    throw new UsageError(say('cli.fault.oneOf', { option: '--language', known: ['en', ...bundles.keys()] }));
}

/** The value of `--language`, wherever it stands before `--`; null where it is not given. */
export function languageOption(args: readonly string[]): string | null {
  const end = args.indexOf('--');
  const own = end < 0 ? args : args.slice(0, end);
  const at = own.findIndex((arg) => arg === '--language' || arg.startsWith('--language='));
  if (at < 0) return null;
  return own[at] === '--language' ? (own[at + 1] ?? null) : own[at]!.slice('--language='.length);
}

/** The language of messages as POSIX names it: the first of these variables that is set. */
export function languageOf(env: NodeJS.ProcessEnv): string | null {
  return [env['LC_ALL'], env['LC_MESSAGES'], env['LANG']].find((value) => value) ?? null;
}

/** `de_AT.UTF-8` and `de-AT` are `de`. */
const baseOf = (language: string): string => language.toLowerCase().split(/[_.@-]/)[0]!;

async function bundlesIn(folder: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const name of await namesIn(folder)) {
    const language = BUNDLE.exec(name)?.[1];
    if (language !== undefined) found.set(language, path.join(folder, name));
  }
  return found;
}
