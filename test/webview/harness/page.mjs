// Serves a built page as a webview would: under the same content security policy, with the
// theme's variables and a stand-in for the API that VS Code injects.
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';

const TYPES = { '.js': 'text/javascript', '.css': 'text/css', '.ttf': 'font/ttf' };
const NONCE = 'harness';

/** The policy that the extension sets, with the server's origin in place of the webview's. */
function policy(origin) {
  return `default-src 'none'; script-src 'nonce-${NONCE}'; style-src ${origin} 'nonce-${NONCE}'; font-src ${origin}; img-src ${origin}`;
}

function document(origin, bundle, theme, state, language) {
  const words = language
    ? ` data-language="${JSON.stringify(language).replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`
    : '';
  const setup = `
    const theme = ${JSON.stringify(theme)};
    for (const [name, value] of Object.entries(theme.variables))
      document.documentElement.style.setProperty('--vscode-' + name, value);
    window.posted = [];
    window.violations = [];
    document.addEventListener('securitypolicyviolation', (event) =>
      window.violations.push(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample));
    let state = ${JSON.stringify(state ?? null)} ?? undefined;
    window.savedState = () => state;
    window.acquireVsCodeApi = () => ({
      postMessage: (message) => window.posted.push(message),
      getState: () => state,
      setState: (next) => (state = JSON.parse(JSON.stringify(next))),
    });`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(origin)}">
<title>Corun</title>
<link rel="stylesheet" href="/${bundle}.css">
</head><body class="${theme.classes.join(' ')}">
<div id="app"${words}></div>
<script nonce="${NONCE}">${setup}</script>
<script nonce="${NONCE}" src="/${bundle}.js"></script>
</body></html>`;
}

/** Starts a server on a free port for the files of `dist`; pages differ by bundle, theme, restored state and language. */
export async function servePage(dist, themes, language) {
  const server = http.createServer((request, response) => {
    const url = new URL(request.url, 'http://127.0.0.1');
    if (url.pathname === '/') {
      const state = url.searchParams.get('state');
      response.setHeader('content-type', 'text/html');
      response.end(
        document(
          `http://${request.headers.host}`,
          url.searchParams.get('bundle'),
          themes[url.searchParams.get('theme')],
          state && JSON.parse(state),
          url.searchParams.has('translated') ? language : undefined,
        ),
      );
      return;
    }
    const file = path.join(dist, path.basename(url.pathname));
    if (!fs.existsSync(file)) {
      response.statusCode = url.pathname === '/favicon.ico' ? 204 : 404;
      response.end();
      return;
    }
    response.setHeader('content-type', TYPES[path.extname(file)] ?? 'application/octet-stream');
    // The files are those of one run.
    response.setHeader('cache-control', 'max-age=86400, immutable');
    fs.createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
