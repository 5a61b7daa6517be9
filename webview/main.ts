import './language';
import './cspNonce';
import { render } from 'lit/html.js';
import { defineCharts } from './charts/define';
import type { DashboardMessage, HostMessage } from '../src/analysis/protocol';
import { drawLoop, pageRoot } from './drawLoop';
import { connect } from './host';
import { initialState, receive, refused, type AppState } from './state/appState';
import { DASHBOARD_SCHEMAS } from './state/hostSchemas';
import { parseViewState } from './state/viewState';
import { registerToolkit } from './toolkit';
import { shell } from './views/shell';

function start(root: HTMLElement): void {
  const host = connect<HostMessage, DashboardMessage>(DASHBOARD_SCHEMAS);
  let state: AppState = initialState(parseViewState(host.restore()));

  // At once, not in the next frame: the next key press must find the state that this one made.
  const draw = drawLoop(() =>
    render(
      shell({
        state,
        post: host.post,
        update: (patch) => change({ ...state, view: { ...state.view, ...patch } }),
        hoverOrder: (hoveredOrder) => change({ ...state, hoveredOrder }),
      }),
      root,
    ),
  );
  const change = (next: AppState): void => {
    if (next.view !== state.view) host.persist(next.view);
    if (next.view.matrixAll && !state.view.matrixAll) host.post({ type: 'allPairs' });
    state = next;
    draw();
  };

  host.listen(
    (message) => change(receive(state, message)),
    (why) => change(refused(state, why)),
  );
  draw();
  host.post({ type: 'ready' });
  if (state.view.matrixAll) host.post({ type: 'allPairs' });
}

registerToolkit();
defineCharts();
start(pageRoot());
