import { cpSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';

/** What scripts/host/drive.mjs tells the scenarios, as JSON in CORUN_UI. */
const Session = v.object({
  /** The server of the offline VS Code: its port and process. */
  port: v.number(),
  server: v.number(),
  /** What lets a browser in. */
  cookie: v.object({ name: v.string(), value: v.string(), url: v.string() }),
  /** Absolute path of the extension to load from its folder; null when it is installed. */
  extension: v.nullable(v.string()),
  /** Absolute path of the Chromium to use. */
  chromium: v.string(),
  /** Folder that scenarios may write to. */
  folder: v.string(),
  /** The workspace that each scenario gets a copy of. */
  workspace: v.string(),
  /** Where screenshots go. */
  screenshots: v.string(),
  /** Whether pictures are kept; failures have theirs in any case. */
  pictures: v.boolean(),
  /** Names of the themes to draw; null for all. */
  themes: v.nullable(v.array(v.string())),
});

export type Session = v.InferOutput<typeof Session>;

/** The session of this run; throws outside scripts/host/drive.mjs. */
export function currentSession(): Session {
  const text = process.env['CORUN_UI'];
  if (!text) throw new Error('CORUN_UI is not set: start the scenarios with npm run test:ui');
  return v.parse(Session, JSON.parse(text));
}

/**
 * A fresh workspace with settings of its own, so that no scenario sees another's edits.
 *
 * @param files texts by path
 * @param samples paths of the samples' workspace that are copied; '.' is all of it
 */
export function copyWorkspace(
  session: Session,
  settings: Readonly<Record<string, unknown>>,
  files: Readonly<Record<string, string>>,
  samples: readonly string[],
): string {
  const copy = path.join(realpathSync(mkdtempSync(path.join(session.folder, 'scenario-'))), 'cuda-samples');
  for (const name of samples)
    cpSync(path.join(session.workspace, name), path.join(copy, name), { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(copy, name)), { recursive: true });
    writeFileSync(path.join(copy, name), text);
  }
  mkdirSync(path.join(copy, '.vscode'), { recursive: true });
  writeFileSync(path.join(copy, '.vscode/settings.json'), JSON.stringify(settings));
  return copy;
}

/** Where the offline VS Code is served. */
export function originOf({ port }: Session): string {
  return `http://127.0.0.1:${port}`;
}

/** Address of a workbench on `folder`. */
export function workbenchUrl(session: Session, folder: string): string {
  const { port, extension } = session;
  const payload = [['skipWelcome', 'true']];
  if (extension !== null)
    payload.push(['extensionDevelopmentPath', `vscode-remote://127.0.0.1:${port}${extension}`]);
  const query = new URLSearchParams({ folder, payload: JSON.stringify(payload) });
  return `${originOf(session)}/?${query.toString()}`;
}
