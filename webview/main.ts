import './cspNonce';
import { render } from 'lit/html.js';
import { defineCharts } from './charts/define';
import { connect } from './host';
import { initialState, receive, type AppState, type ViewContext } from './state/appState';
import { parseViewState } from './state/viewState';
import { registerToolkit } from './toolkit';
import { shell } from './views/shell';

function start(root: HTMLElement): void {
  const host = connect();
  let state: AppState = initialState(parseViewState(host.restore()));
  let scheduled = false;

  const change = (next: AppState): void => {
    if (next.view !== state.view) host.persist(next.view);
    state = next;
    if (scheduled) return;
    scheduled = true;
    requestAnimationFrame(() => {
      scheduled = false;
      draw();
    });
  };
  const draw = (): void => {
    const context: ViewContext = {
      state,
      post: host.post,
      update: (patch) => change({ ...state, view: { ...state.view, ...patch } }),
      hoverOrder: (hoveredOrder) => change({ ...state, hoveredOrder }),
    };
    render(shell(context), root);
  };

  host.listen((message) => change(receive(state, message)));
  draw();
  host.post({ type: 'ready' });
}

registerToolkit();
defineCharts();
const root = document.createElement('div');
root.className = 'app';
document.body.append(root);
start(root);
