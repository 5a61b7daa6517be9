/** The theme's colours as CSS texts, for drawing on a canvas. */
export interface Theme {
  readonly background: string;
  readonly foreground: string;
  readonly quiet: string;
  readonly line: string;
  readonly focus: string;
  readonly blue: string;
  readonly orange: string;
  readonly green: string;
  readonly purple: string;
  readonly yellow: string;
  readonly red: string;
  /** Set in high contrast: every shape gets a border of this colour. */
  readonly border: string | null;
  readonly font: string;
}

const FONT_SIZE = 12;

/** Reads the theme from the page; canvases do it at every redraw. */
export function readTheme(): Theme {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string, fallback = ''): string =>
    style.getPropertyValue(`--vscode-${name}`).trim() || fallback;
  const foreground = read('foreground', 'CanvasText');
  const border = read('contrastBorder');
  return {
    background: read('editor-background', 'Canvas'),
    foreground,
    quiet: read('descriptionForeground', foreground),
    line: read('charts-lines', foreground),
    focus: read('focusBorder', foreground),
    blue: read('charts-blue', foreground),
    orange: read(isLightContrast() ? 'charts-red' : 'charts-orange', foreground),
    green: read('charts-green', foreground),
    purple: read('charts-purple', foreground),
    yellow: read('charts-yellow', foreground),
    red: read('charts-red', foreground),
    border: border === '' ? null : border,
    font: `${FONT_SIZE}px ${read('font-family', 'sans-serif')}`,
  };
}

/** Its orange is a blue: as in base.css, red stands in for it. */
function isLightContrast(): boolean {
  return document.body.classList.contains('vscode-high-contrast-light');
}

/** Calls back when the user switches the theme; returns what ends the watch. */
export function watchTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.body, { attributes: true, attributeFilter: ['class'] });
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style'] });
  return () => observer.disconnect();
}
