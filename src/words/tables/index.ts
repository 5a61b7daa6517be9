import { analysis } from './analysis';
import { cuda } from './cuda';
import { files } from './files';
import { fitting } from './fitting';
import { gpu } from './gpu';
import { kernel } from './kernel';
import { predictors } from './predictors';
import { profiles } from './profiles';
import { sharing } from './sharing';
import { simulator } from './simulator';
import { SURFACES } from './surfaces';
import { titles } from './titles';
import { timeline } from './timeline';
import { yielding } from './yielding';
import { traces } from './traces';
import type { Table } from '../entry';

/** Every message of the product by its code, in English. */
export const TABLE: Table = {
  ...kernel,
  ...gpu,
  ...profiles,
  ...cuda,
  ...simulator,
  ...fitting,
  ...timeline,
  ...sharing,
  ...predictors,
  ...yielding,
  ...files,
  ...analysis,
  ...titles,
  ...traces,
  ...SURFACES,
};
