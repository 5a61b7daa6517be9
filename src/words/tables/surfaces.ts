import { cli } from './cli';
import { editor } from './editor';
import { webview } from './webview';

/** What only the surfaces say; their codes and placeholders are known to the compiler (see `say`). */
export const SURFACES = { ...cli, ...editor, ...webview };
