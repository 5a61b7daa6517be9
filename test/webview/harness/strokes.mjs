/** Runs in the page: canvas calls of each frame while the timeline is zoomed in and out again in `steps` steps. */
export async function strokesWhileZooming(steps) {
  const { document, requestAnimationFrame, CanvasRenderingContext2D } = globalThis;
  let drawn = 0;
  for (const name of ['fillRect', 'strokeRect', 'fillText', 'lineTo', 'measureText']) {
    const original = CanvasRenderingContext2D.prototype[name];
    CanvasRenderingContext2D.prototype[name] = function (...values) {
      drawn += 1;
      return original.apply(this, values);
    };
  }
  const chart = document.querySelector('corun-gantt');
  const frames = [];
  for (let step = 0; step < steps; step++) {
    drawn = 0;
    chart.zoomBy(step < steps / 2 ? 2 : 0.5);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    frames.push(drawn);
  }
  return frames;
}
