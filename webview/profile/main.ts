import '../language';
import '../cspNonce';
import { render } from 'lit/html.js';
import type { ProfileEditorMessage, ProfileHostMessage } from '../../src/analysis/profileProtocol';
import { drawLoop, pageRoot } from '../drawLoop';
import { connect } from '../host';
import { GanttElement } from '../charts/gantt';
import { VirtualTable } from '../parts/virtualTable';
import { registerToolkit } from '../toolkit';
import { PROFILE_SCHEMAS } from './hostSchemas';
import { initialProfileState, profileRefused, receiveProfile, type ProfileState } from './state';
import { parseProfileView } from './viewState';
import { profileView } from './views/page';

function start(root: HTMLElement): void {
  const host = connect<ProfileHostMessage, ProfileEditorMessage>(PROFILE_SCHEMAS);
  let state: ProfileState = initialProfileState(parseProfileView(host.restore()));

  const draw = drawLoop(() =>
    render(
      profileView({
        state,
        post: host.post,
        update: (patch) => change({ ...state, view: { ...state.view, ...patch } }),
      }),
      root,
    ),
  );
  const change = (next: ProfileState): void => {
    if (next.view !== state.view) host.persist(next.view);
    state = next;
    draw();
  };

  host.listen(
    (message) => change(receiveProfile(state, message)),
    (why) => change(profileRefused(state, why)),
  );
  draw();
  host.post({ type: 'ready' });
}

registerToolkit();
customElements.define('corun-table', VirtualTable);
customElements.define('corun-gantt', GanttElement);
start(pageRoot());
