/** Draws again when something changed meanwhile: removing a focused element fires events. */
export function drawLoop(draw: () => void): () => void {
  let drawing = false;
  let again = false;
  return () => {
    again = true;
    if (drawing) return;
    drawing = true;
    while (again) {
      again = false;
      draw();
    }
    drawing = false;
  };
}

/** The element that a page draws into. */
export function pageRoot(): HTMLElement {
  const root = document.getElementById('app');
  if (root === null) throw new Error('the page has no element with the id app');
  return root;
}
