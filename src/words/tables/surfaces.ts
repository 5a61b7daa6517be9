import { check } from './check';
import { cli } from './cli';
import { commandLine } from './commandLine';
import { compare } from './compare';
import { editor } from './editor';
import { overlap } from './overlap';
import { reportPage } from './reportPage';
import { screen } from './screen';
import { webview } from './webview';

/** What only the surfaces say; their codes and placeholders are known to the compiler (see `say`). */
export const SURFACES = {
  ...check,
  ...cli,
  ...commandLine,
  ...compare,
  ...editor,
  ...overlap,
  ...reportPage,
  ...screen,
  ...webview,
};
