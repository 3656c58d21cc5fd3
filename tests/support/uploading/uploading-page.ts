import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright';
import { build } from 'vite';
import type { UploadState } from '#creator/upload/state.ts';

let bundled: Promise<string> | undefined;

/** Bundles the creator's uploader into one script. */
async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: { entry: 'tests/support/uploading/page-entry.ts', formats: ['es'], fileName: 'page' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [first] = Array.isArray(built) ? built : [built];
  const chunk = first !== undefined && 'output' in first ? first.output[0] : undefined;
  if (chunk === undefined) throw new Error('Nothing was built');
  return chunk.code;
}

/** Opens a page with only the uploader, on the server's own origin. */
export async function openUploading(context: BrowserContext, port: number, token: string): Promise<Page> {
  bundled ??= bundle();
  const script = await bundled;
  await context.route('**/uploading-*', (route) =>
    route.request().url().endsWith('uploading-script')
      ? route.fulfill({ contentType: 'text/javascript', body: script })
      : route.fulfill({
          contentType: 'text/html',
          body: '<!doctype html><input type="file"><script type="module" src="/uploading-script"></script>',
        }),
  );
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${port}/uploading-page#${token}`);
  await page.waitForFunction(() => document.title === 'ready');
  return page;
}

/** Chooses a file by its path: Playwright's own call takes at most 50 MB when connected over CDP. */
export async function pickFile(page: Page, path: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'input' });
  await session.send('DOM.setFileInputFiles', { files: [path], nodeId });
  await session.detach();
}

export const stateOf = (page: Page): Promise<UploadState> => page.evaluate(() => window.upload.read());

/** Waits until the upload has a matching state. */
export async function untilState(
  page: Page,
  is: (state: UploadState) => boolean,
  timeoutMs: number,
): Promise<UploadState> {
  const giveUpAt = Date.now() + timeoutMs;
  for (;;) {
    const state = await stateOf(page);
    if (is(state)) return state;
    if (state.step === 'failed') throw new Error(`The upload failed: ${state.message}`);
    if (Date.now() > giveUpAt) throw new Error(`The upload stands at ${JSON.stringify(state)}`);
    await wait(100);
  }
}
