import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { escapedHtml, htmlPage } from '../../words/report/htmlPage';
import { translations } from '../language';

/** The page of a webview: nothing may load or run but our own bundle. */
export function webviewPage(
  webview: vscode.Webview,
  extension: vscode.Uri,
  title: string,
  bundle: string,
): string {
  const dist = vscode.Uri.joinPath(extension, 'dist', 'webview');
  const script = webview.asWebviewUri(vscode.Uri.joinPath(dist, `${bundle}.js`)).toString();
  const style = webview.asWebviewUri(vscode.Uri.joinPath(dist, `${bundle}.css`)).toString();
  const nonce = randomBytes(16).toString('base64');
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource} 'nonce-${nonce}'`,
    `font-src ${webview.cspSource}`,
    `img-src ${webview.cspSource} data:`,
  ].join('; ');
  return htmlPage({
    language: vscode.env.language,
    policy,
    title,
    head: `<link rel="stylesheet" href="${style}">`,
    body: `<div id="app"${language()}></div>\n<script nonce="${nonce}" src="${script}"></script>`,
  });
}

/** Translations for the page, as an attribute that its first module reads; none for English. */
function language(): string {
  const bundle = translations();
  if (bundle === undefined) return '';
  return ` data-language="${escapedHtml(JSON.stringify(bundle))}"`;
}

/** Webviews may read only what the build made for them. */
export function webviewOptions(extension: vscode.Uri): vscode.WebviewOptions {
  return { enableScripts: true, localResourceRoots: [vscode.Uri.joinPath(extension, 'dist', 'webview')] };
}
