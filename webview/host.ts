import type { DashboardMessage, HostMessage } from '../src/analysis/protocol';

/** What VS Code injects into a webview. */
interface VsCodeApi {
  postMessage(message: DashboardMessage): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/**
 * The extension host as the dashboard sees it. Its page holds an element `app`, the style sheet and the
 * script of dist/webview, the latter with a nonce, under the policy `default-src 'none'; script-src 'nonce-…';
 * style-src <cspSource> 'nonce-…'; font-src <cspSource>; img-src <cspSource>`. Styles are set through
 * the CSSOM; the style nonce is for the toolkit alone (see cspNonce.ts).
 */
export interface Host {
  post(message: DashboardMessage): void;
  restore(): unknown;
  persist(state: unknown): void;
  listen(receive: (message: HostMessage) => void): void;
}

const HOST_MESSAGES: readonly string[] = [
  'results',
  'choices',
  'activity',
  'focus',
] satisfies HostMessage['type'][];

function isHostMessage(data: unknown): data is HostMessage {
  return (
    typeof data === 'object' && data !== null && 'type' in data && HOST_MESSAGES.includes(String(data.type))
  );
}

/** Connects to VS Code; may be called once per page. */
export function connect(): Host {
  const api = acquireVsCodeApi();
  return {
    post: (message) => api.postMessage(message),
    restore: () => api.getState(),
    persist: (state) => api.setState(state),
    listen: (receive) =>
      window.addEventListener('message', (event: MessageEvent<unknown>) => {
        if (isHostMessage(event.data)) receive(event.data);
      }),
  };
}
