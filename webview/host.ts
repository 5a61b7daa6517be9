import type { Message } from '../src/kernel/message';
import { heard, type MessageSchemas } from './hostMessage';

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
  /** @param refuse is told why a message was not taken */
  listen(receive: (message: In) => void, refuse: (why: Message) => void): void;
}

/** Connects to VS Code, hearing messages as `schemas` have them only; may be called once per page. */
export function connect<In extends { readonly type: string }, Out>(
  schemas: MessageSchemas<In>,
): Host<In, Out> {
  const api = acquireVsCodeApi<Out>();
  return {
    post: (message) => api.postMessage(message),
    restore: () => api.getState(),
    persist: (state) => api.setState(state),
    listen: (receive, refuse) =>
      window.addEventListener('message', (event: MessageEvent<unknown>) => {
        const what = heard(schemas, event.data);
        if (what === null) return;
        if ('refused' in what) refuse(what.refused);
        else receive(what.message);
      }),
  };
}
