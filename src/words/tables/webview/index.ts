import { assumptions } from './assumptions';
import { block } from './block';
import { compareView } from './compare';
import { corun } from './corun';
import { count } from './count';
import { overlapView } from './overlap';
import { overview } from './overview';
import { page } from './page';
import { profile } from './profile';
import { queueView } from './queue';
import { scenario } from './scenario';
import { serviceView } from './service';
import { share } from './share';
import { timeline } from './timeline';
import { yields } from './yields';

/** What webview/ has to say, view by view. */
export const webview = {
  ...page,
  ...count,
  ...overlapView,
  ...overview,
  ...compareView,
  ...corun,
  ...share,
  ...yields,
  ...serviceView,
  ...timeline,
  ...block,
  ...assumptions,
  ...scenario,
  ...queueView,
  ...profile,
};
