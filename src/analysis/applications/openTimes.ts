import { isMessage, type Words } from '../../kernel/message';

/** Whether what is not known of a program is the time of a kernel: that comes of simulations, everything else stays open. */
export const isOpenTime = (what: Words): boolean => isMessage(what) && what.say === 'analysis.timeOf';
