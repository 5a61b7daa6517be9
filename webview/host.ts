/** What VS Code injects into a webview. */
interface VsCodeApi<Out> {
  postMessage(message: Out): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi<Out>(): VsCodeApi<Out>;

/**
 * The extension host as a page sees it. The page holds an element `app`, the style sheet and the
 * script of dist/webview, the latter with a nonce, under the policy `default-src 'none'; script-src 'nonce-…';
 * style-src <cspSource> 'nonce-…'; font-src <cspSource>; img-src <cspSource>`. Styles are set through
 * the CSSOM; the style nonce is for the toolkit alone (see cspNonce.ts).
 */
export interface Host<In, Out> {
  post(message: Out): void;
  restore(): unknown;
  persist(state: unknown): void;
  listen(receive: (message: In) => void): void;
}

/** Connects to VS Code, hearing messages of the `known` types only; may be called once per page. */
export function connect<In extends { readonly type: string }, Out>(
  known: readonly In['type'][],
): Host<In, Out> {
  const api = acquireVsCodeApi<Out>();
  const isKnown = (data: unknown): data is In =>
    typeof data === 'object' && data !== null && 'type' in data && known.some((type) => type === data.type);
  return {
    post: (message) => api.postMessage(message),
    restore: () => api.getState(),
    persist: (state) => api.setState(state),
    listen: (receive) =>
      window.addEventListener('message', (event: MessageEvent<unknown>) => {
        if (isKnown(event.data)) receive(event.data);
      }),
  };
}
