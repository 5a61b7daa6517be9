import './cspNonce';
import { render } from 'lit/html.js';
import { defineCharts } from './charts/define';
import { connect } from './host';
import { initialState, receive, type AppState } from './state/appState';
import { parseViewState } from './state/viewState';
import { registerToolkit } from './toolkit';
import { shell } from './views/shell';

/** Draws again when something changed meanwhile: removing a focused element fires events. */
function drawLoop(draw: () => void): () => void {
  let drawing = false;
  let again = false;
  return () => {
    again = true;
    if (drawing) return;
    drawing = true;
    while (again) {
      again = false;
      draw();
    }
    drawing = false;
  };
}

function start(root: HTMLElement): void {
  const host = connect();
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
    state = next;
    draw();
  };

  host.listen((message) => change(receive(state, message)));
  draw();
  host.post({ type: 'ready' });
}

registerToolkit();
defineCharts();
const root = document.getElementById('app');
if (root === null) throw new Error('the page has no element with the id app');
start(root);
