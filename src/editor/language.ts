import * as vscode from 'vscode';
import { useLanguage } from '../words';

/** Translations of the editor's language by English template; undefined for English and where there are none. */
export function translations(): Readonly<Record<string, string>> | undefined {
  return vscode.l10n.bundle;
}

/** Words all messages of this process in the editor's language. */
export function speakEditorLanguage(): void {
  const bundle = translations();
  if (bundle !== undefined) useLanguage(bundle, vscode.env.language);
}
