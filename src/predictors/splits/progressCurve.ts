/**
 * Proactive slowdown prediction: a kernel's scalability progress PG_scal over its SMs as line segments through
 * (0, 0), the points seen so far, and (N, 1) (equation 10, figure 8).
 */
export class ProgressCurve {
  private readonly known = new Map<number, number>();

  /** @param sms SMs of the whole GPU (N) */
  constructor(readonly sms: number) {}

  /**
   * Records the progress at an allocation that was tried; a later value for the same allocation replaces the
   * earlier. What lies outside of (0, 1] is drawn to its edge, since PG_scal cannot be there.
   */
  add(allocated: number, progress: number): void {
    if (allocated <= 0 || allocated >= this.sms) return;
    this.known.set(allocated, Math.min(1, Math.max(1e-3, progress)));
  }

  /** The points of the curve by their SMs, both ends included. */
  get points(): readonly { readonly sms: number; readonly progress: number }[] {
    const inner = [...this.known].sort((a, b) => a[0] - b[0]);
    return [
      { sms: 0, progress: 0 },
      ...inner.map(([sms, progress]) => ({ sms, progress })),
      { sms: this.sms, progress: 1 },
    ];
  }

  /** PG_scal with `allocated` SMs, from 0 to N. */
  at(allocated: number): number {
    const points = this.points;
    const next = Math.max(
      1,
      points.findIndex((point) => point.sms >= allocated),
    );
    const [low, high] = [points[next - 1]!, points[next]!];
    return low.progress + ((high.progress - low.progress) * (allocated - low.sms)) / (high.sms - low.sms);
  }
}
