import type { Prediction } from '../../kernel/prediction';
import { words } from '../words';

/** Under which conditions numbers hold that are shown, each once. */
export function conditionsOf(shown: readonly (Prediction | null)[]): readonly string[] {
  return [...new Set(shown.flatMap((one) => (one?.general ?? []).map(words)))];
}
