import type {
  ProfileEditorMessage,
  ProfileHostMessage,
  ProfileJoins,
  ProfilePage,
} from '../../src/analysis/profileProtocol';
import type { Message } from '../../src/kernel/message';
import { worded, words } from '../../src/words';
import type { ProfileViewState } from './viewState';

/** Everything that the profile page draws from. */
export interface ProfileState {
  /** Null until the file has been read once. */
  readonly page: ProfilePage | null;
  readonly joins: ProfileJoins;
  /** While the file is read, also while an older content is shown. */
  readonly reading: { readonly fraction: number | null } | null;
  /** Why the last reading brought nothing. */
  readonly failure: string | null;
  readonly view: ProfileViewState;
}

/** What a view needs: the state to draw, and the two ways to change something. */
export interface ProfileContext {
  readonly state: ProfileState;
  post(message: ProfileEditorMessage): void;
  update(patch: Partial<ProfileViewState>): void;
}

/** A context of a file that has been read. */
export interface PageContext extends ProfileContext {
  readonly page: ProfilePage;
}

export function initialProfileState(view: ProfileViewState): ProfileState {
  return {
    page: null,
    joins: { sources: {}, otherGpu: null, analyzed: null },
    reading: { fraction: null },
    failure: null,
    view,
  };
}

/** Only what is told of the file may be messages: its rows, which may be very many, are not looked at. */
function inWords(page: ProfilePage): ProfilePage {
  const { reason, warnings } = page;
  const told = { warnings, ...(reason !== undefined && { reason }) };
  const said = worded(told);
  return said === told ? page : { ...page, ...said };
}

/** The state after a message of the extension host. */
export function receiveProfile(state: ProfileState, message: ProfileHostMessage): ProfileState {
  switch (message.type) {
    case 'reading':
      return { ...state, reading: { fraction: message.fraction }, failure: null };
    case 'page':
      return { ...state, page: inWords(message.page), reading: null, failure: null };
    case 'joins':
      return { ...state, joins: message.joins };
    case 'failed':
      return { ...state, reading: null, failure: words(message.reason) };
  }
}

/** The state after a message that was not taken: what was shown stays. */
export function profileRefused(state: ProfileState, why: Message): ProfileState {
  return { ...state, reading: null, failure: words(why) };
}
