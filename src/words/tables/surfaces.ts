import { advice } from './advice';
import { allocate } from './allocate';
import { calibrate } from './calibrate';
import { check } from './check';
import { commandOptions } from './commandOptions';
import { fit } from './fit';
import { goal } from './goal';
import { hover } from './hover';
import { lens } from './lens';
import { report } from './report';
import { colocate } from './colocate';
import { schedule } from './schedule';
import { split } from './split';
import { summary } from './summary';
import { together } from './together';
import { tools } from './tools';
import { tree } from './tree';
import { baseline } from './baseline';
import { cli } from './cli';
import { commandLine } from './commandLine';
import { compare } from './compare';
import { editor } from './editor';
import { measure } from './measure';
import { overlap } from './overlap';
import { reportPage } from './reportPage';
import { screen } from './screen';
import { webview } from './webview';

/** What only the surfaces say; their codes and placeholders are known to the compiler (see `say`). */
export const SURFACES = {
  ...advice,
  ...allocate,
  ...calibrate,
  ...measure,
  ...commandOptions,
  ...fit,
  ...check,
  ...colocate,
  ...schedule,
  ...cli,
  ...commandLine,
  ...editor,
  ...reportPage,
  ...screen,
  ...webview,
  ...goal,
  ...hover,
  ...lens,
  ...report,
  ...split,
  ...summary,
  ...together,
  ...tools,
  ...tree,
  ...baseline,
  ...compare,
  ...overlap,
};
