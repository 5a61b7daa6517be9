import { bytes, change, duration, factor, percent, significant } from './format';

const grouped = (value: number): string => value.toLocaleString('en-US');
const fixed =
  (digits: number) =>
  (value: number): string =>
    value.toFixed(digits);

/** How numbers are written, by the name that follows the colon in a placeholder. */
export const FORMATS: Readonly<Record<string, (value: number) => string>> = {
  /** 0.67 → `67 %` */
  percent,
  /** As `percent`, but that a share which is neither none nor all is told as neither: 0.001 → `< 1 %` */
  someOf: (share) => {
    if (share > 0 && share < 0.005) return `< ${percent(0.01)}`;
    return share < 1 && share >= 0.995 ? `> ${percent(0.99)}` : percent(share);
  },
  /** 0.6718 → `67.2 %` */
  percent1: (share) => `${(share * 100).toFixed(1)} %`,
  /** −0.11 → `−11 %` */
  change,
  /** 1.12 → `×1.12` */
  factor,
  /** Nanoseconds → `1.24 ms` */
  duration,
  /** 2048 → `2 KiB` */
  bytes,
  /** Three significant digits */
  significant,
  /** 12345 → `12,345` */
  count: grouped,
  fixed0: fixed(0),
  fixed1: fixed(1),
  fixed2: fixed(2),
  fixed3: fixed(3),
};

/** How names and words are written, by the name that follows the colon in a placeholder. */
export const TEXT_FORMATS: Readonly<Record<string, (text: string) => string>> = {
  /** A title within a sentence; languages that capitalize nouns leave it out. */
  lower: (text) => text.toLowerCase(),
};
