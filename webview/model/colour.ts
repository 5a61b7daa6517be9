import { rgb, type RGBColor } from 'd3-color';
import { interpolateLab, interpolateRgb } from 'd3-interpolate';

/** The theme's colours that a slowdown scale is made of, as CSS texts. */
export interface ScaleColours {
  readonly background: string;
  readonly foreground: string;
  readonly slower: string;
  readonly faster: string;
}

export interface SlowdownScale {
  /** The slowdown at which the scale ends; higher ones get its last colour. */
  readonly end: number;
  fill(slowdown: number): string;
  /** A colour for text on that fill, with a contrast of at least 4.5 : 1. */
  text(slowdown: number): string;
}

/** Share of the foreground in the colour of "no effect", so that such a cell is still seen. */
const NEUTRAL_TINT = 0.06;
/** WCAG 2.1 level AA for text. */
const READABLE = 4.5;

/**
 * Colours for slowdowns: the editor's background at 1, the theme's `slower` colour at `end`, the
 * theme's `faster` colour below 1. Interpolated in CIE Lab along a straight line over the logarithm, so that equal
 * ratios look equally far apart; lightness carries the order, for any kind of colour vision.
 */
export function slowdownScale(colours: ScaleColours, highest: number): SlowdownScale {
  const end = scaleEnd(highest);
  const neutral = interpolateRgb(colours.background, colours.foreground)(NEUTRAL_TINT);
  const slower = interpolateLab(neutral, opaque(colours.slower, colours.background));
  const faster = interpolateLab(neutral, opaque(colours.faster, colours.background));
  const fill = (slowdown: number): string => {
    const share = Math.min(Math.abs(Math.log(Math.max(slowdown, LEAST))) / Math.log(end), 1);
    return slowdown >= 1 ? slower(share) : faster(share);
  };
  return { end, fill, text: (slowdown) => readableOn(fill(slowdown), colours) };
}

/** Slowdowns beyond these differ in how much longer one waits for the other, and in nothing that a colour should tell. */
const FARTHEST = 4;
/** A speed-up beyond this is none that a scale can hold. */
const LEAST = 1e-3;

/** Where a scale ends that has to hold `highest`: the next quarter, at least 1.5, at most where the colours end. */
export function scaleEnd(highest: number): number {
  return Math.min(FARTHEST, Math.max(1.5, Math.ceil(highest * 4) / 4));
}

/** A colour with its transparency resolved against what is behind it. */
function opaque(colour: string, behind: string): string {
  const { opacity } = rgb(colour);
  return opacity >= 1 ? colour : interpolateRgb(behind, rgb(colour).copy({ opacity: 1 }))(opacity);
}

/** The theme's text colour that reads best, or black or white where neither reads well. */
export function readableOn(
  fill: string,
  theme: { readonly background: string; readonly foreground: string },
): string {
  const best = mostContrast(fill, [theme.foreground, theme.background]);
  return contrast(fill, best) >= READABLE ? best : mostContrast(fill, ['black', 'white']);
}

function mostContrast(fill: string, candidates: readonly [string, string]): string {
  const [first, second] = candidates;
  return contrast(fill, first) >= contrast(fill, second) ? first : second;
}

/** Contrast ratio of two colours, 1–21 (WCAG 2.1, relative luminance). */
export function contrast(a: string, b: string): number {
  const [low, high] = [luminance(rgb(a)), luminance(rgb(b))].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

function luminance({ r, g, b }: RGBColor): number {
  const linear = (channel: number): number => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}
