import type { Locator } from 'playwright-core';
import { PICTURED_THEMES, type Workbench } from '../workbench';

/** Four kernels whose sizes only the user of the program knows, the last two in a stream of each. */
export const OPEN_SIZES = `__global__ void first(float *x, int rows) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < rows) x[i] += 1.0f; }

__global__ void second(float *x, int columns) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < columns) x[i] += 2.0f; }

__global__ void third(float *x, int planes) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < planes) x[i] += 3.0f; }

__global__ void fourth(float *x, int cells) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < cells) x[i] += 4.0f; }

void run(float *x, float *y, int rows, int columns, int planes, int cells) {
  cudaStream_t one, two;
  cudaStreamCreate(&one);
  cudaStreamCreate(&two);
  first<<<rows / 256, 256>>>(x, rows);
  cudaDeviceSynchronize();
  second<<<columns / 256, 256>>>(x, columns);
  cudaDeviceSynchronize();
  third<<<planes / 256, 256, 0, one>>>(x, planes);
  fourth<<<cells / 256, 256, 0, two>>>(y, cells);
  cudaDeviceSynchronize();
}
`;
const HALF = 1440;
/** Of a window in which the dashboard has about a third of a usual screen. */
const THIRD = 1100;

/** A number that the sources leave open is set once, where it is missed. */
export const openSizes = (window: () => Workbench): Mocha.Suite =>
  describe('a size that the sources leave open', () => {
    let workbench: Workbench;

    const dashboard = () => workbench.webview('Corun Dashboard');
    /** Clicks a control, and types the number that it asks for. */
    const set = async (name: string, control: () => Promise<unknown>): Promise<void> => {
      await control();
      const box = workbench.page.locator('.quick-input-widget:visible');
      await box.getByText(name).first().waitFor();
      await box.locator('input[type=text]').fill('1048576');
      await workbench.page.keyboard.press('Enter');
      await box.waitFor({ state: 'detached' }).catch(() => undefined);
    };
    const clicked = (control: Locator) => (): Promise<void> => control.click();
    const wide = (width: number): Promise<void> => workbench.page.setViewportSize({ width, height: 900 });

    before(async () => {
      workbench = window();
      await workbench.closeEditors();
      await workbench.openFile('open.cu');
      await workbench.editor.waitForCodeLens(/set rows to time it/);
      await workbench.runCommand('Corun: Open Dashboard');
      const page = await dashboard();
      await page.getByRole('button', { name: /^Set planes/ }).waitFor();
    });

    for (const theme of PICTURED_THEMES)
      it(`is missed in the theme ${theme}, where its control stands`, async () => {
        await workbench.setTheme(theme);
        const page = await dashboard();
        for (const width of [HALF, THIRD]) {
          await wide(width);
          for (const view of ['Overlap', 'Kernels']) {
            await page.getByRole('tab', { name: view }).click();
            await workbench.screenshot(`sizes-${view.toLowerCase()}-${width}`);
          }
        }
        await wide(HALF);
      });

    it('is set by the lens', async () => {
      await workbench.openFile('open.cu');
      await set('rows', () => workbench.editor.clickCodeLens(/set rows to time it/));
      await workbench.editor.waitForCodeLens(/^\d.*s ◐/);
    });

    it('is set in the hover', async () => {
      await workbench.editor.hover('second');
      const link = workbench.page.locator('.monaco-hover-content:visible a', { hasText: 'columns' }).first();
      await set('columns', clicked(link));
      await workbench.editor.waitForCodeLenses(/^\d.*s ◐/, 2);
    });
  });
