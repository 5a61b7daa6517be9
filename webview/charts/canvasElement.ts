import { readTheme, watchTheme, type Theme } from './theme';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The part of a chart that is on screen, in CSS pixels. */
export interface Viewport extends Size {
  readonly scrollX: number;
  readonly scrollY: number;
}

/**
 * A chart drawn on a canvas as large as its viewport: content that is larger scrolls below it, so that
 * any size stays within the limits of a canvas. Redraws on size, scroll, theme and resolution changes.
 */
export abstract class CanvasElement extends HTMLElement {
  protected readonly canvas = document.createElement('canvas');
  private readonly scroller = document.createElement('div');
  private readonly sizer = document.createElement('div');
  private readonly live = document.createElement('div');
  private readonly tip = document.createElement('div');
  private readonly resize = new ResizeObserver(() => this.invalidate());
  private stopTheme: (() => void) | null = null;
  private scheduled = false;
  private theme: Theme | null = null;

  constructor() {
    super();
    this.scroller.className = 'canvas-scroll';
    this.live.className = 'sr-only';
    this.live.setAttribute('role', 'status');
    this.tip.className = 'chart-tip';
    this.tip.hidden = true;
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute('role', 'application');
    this.scroller.tabIndex = -1;
    this.sizer.append(this.canvas);
    this.scroller.append(this.sizer);
    this.scroller.addEventListener('scroll', () => this.invalidate());
    this.canvas.addEventListener('pointerleave', () => this.hideTip());
    this.canvas.addEventListener('focus', () => this.invalidate());
    this.canvas.addEventListener('blur', () => this.invalidate());
  }

  connectedCallback(): void {
    this.append(this.scroller, this.live, this.tip);
    this.resize.observe(this.scroller);
    this.stopTheme = watchTheme(() => {
      this.theme = null;
      this.invalidate();
    });
    this.invalidate();
  }

  disconnectedCallback(): void {
    this.resize.disconnect();
    this.stopTheme?.();
    this.stopTheme = null;
  }

  /** Size of the whole content when `width` pixels of width are there. */
  protected abstract contentSize(width: number, g: CanvasRenderingContext2D): Size;

  protected abstract draw(g: CanvasRenderingContext2D, view: Viewport, theme: Theme): void;

  /** Draws anew before the next frame; cheap to call often. */
  protected invalidate(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    requestAnimationFrame(() => {
      this.scheduled = false;
      if (this.isConnected) this.redraw();
    });
  }

  /** The scrolled part that is on screen now. */
  protected viewport(): Viewport {
    const { clientWidth, clientHeight, scrollLeft, scrollTop } = this.scroller;
    return { width: clientWidth, height: clientHeight, scrollX: scrollLeft, scrollY: scrollTop };
  }

  protected scrollTo2d(x: number, y: number): void {
    this.scroller.scrollTo(x, y);
  }

  /** Says something to a screen reader. */
  protected announce(text: string): void {
    this.live.textContent = text;
  }

  /** Shows lines of text beside a point of the page. */
  protected showTip(lines: readonly string[], clientX: number, clientY: number): void {
    this.tip.replaceChildren(
      ...lines.map((line) => {
        const element = document.createElement('div');
        element.textContent = line;
        return element;
      }),
    );
    this.tip.hidden = false;
    const { offsetWidth, offsetHeight } = this.tip;
    const left = Math.min(clientX + 14, window.innerWidth - offsetWidth - 8);
    const below = clientY + 18;
    const top = below + offsetHeight > window.innerHeight ? clientY - offsetHeight - 10 : below;
    this.tip.style.left = `${Math.max(left, 4)}px`;
    this.tip.style.top = `${Math.max(top, 4)}px`;
  }

  protected hideTip(): void {
    this.tip.hidden = true;
  }

  protected get hasFocus(): boolean {
    return this.canvas.matches(':focus-visible');
  }

  private redraw(): void {
    const g = this.canvas.getContext('2d');
    if (g === null) return;
    this.theme ??= readTheme();
    g.font = this.theme.font;
    const content = this.contentSize(this.scroller.clientWidth, g);
    this.sizer.style.width = `${content.width}px`;
    this.sizer.style.height = `${content.height}px`;
    const view = this.viewport();
    const width = Math.min(view.width, Math.max(content.width, 1));
    const height = Math.min(view.height, Math.max(content.height, 1));
    this.fitCanvas(width, height);
    const scale = window.devicePixelRatio;
    g.setTransform(scale, 0, 0, scale, 0, 0);
    g.clearRect(0, 0, width, height);
    g.font = this.theme.font;
    this.draw(g, { ...view, width, height }, this.theme);
  }

  private fitCanvas(width: number, height: number): void {
    const scale = window.devicePixelRatio;
    const [pixelWidth, pixelHeight] = [Math.round(width * scale), Math.round(height * scale)];
    if (this.canvas.width !== pixelWidth) this.canvas.width = pixelWidth;
    if (this.canvas.height !== pixelHeight) this.canvas.height = pixelHeight;
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
  }
}
