import type { BrowserContext, Locator, Page } from 'playwright';
import type { PhoneOptions, Tab } from './phone.ts';
import { patternOf, type Target } from './target.ts';

/** True for the error of an operation on a page that was being unloaded. */
const isLeaving = (error: unknown) =>
  error instanceof Error && /context was destroyed|Cannot find context|frame was detached|navigat/i.test(error.message);

function locate(page: Page, target: Target): Locator {
  const scope = target.within ? locate(page, target.within) : page;
  const found =
    'role' in target
      ? scope.getByRole(target.role, {
          ...(target.name === undefined ? {} : { name: patternOf(target.name) }),
          ...(target.level === undefined ? {} : { level: target.level }),
        })
      : scope.getByLabel(patternOf(target.field)).and(page.locator('input, textarea, select'));
  return target.holds ? found.filter({ has: locate(page, target.holds) }) : found;
}

/** Prepares a Playwright context as a phone: with complaints, reports and the page script. */
export async function prepareContext(context: BrowserContext, options: Required<PhoneOptions>): Promise<void> {
  options.complaints.watch(context);
  await context.exposeBinding('afieldReport', (_source, text: string) => options.onReport(text));
  if (options.script) await context.addInitScript({ content: options.script });
}

/** Opens a tab driven by Playwright. */
export async function openPlaywrightTab(
  context: BrowserContext,
  { origin, viewport }: Required<PhoneOptions>,
): Promise<Tab> {
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  await page.setViewportSize(viewport);
  return {
    async open(path) {
      await page.goto(new URL(path, origin).href);
    },
    async reload() {
      await page.reload();
    },
    async back() {
      await page.goBack();
    },
    address: async () => page.url(),
    press: (target) => locate(page, target).click(),
    async fill(target, text) {
      const field = locate(page, target);
      // In Firefox Playwright's own fill assigns the value, and React ignores the event after an assignment.
      await field.fill('');
      await field.pressSequentially(text);
    },
    async texts(target) {
      try {
        return await locate(page, target).evaluateAll((elements) =>
          elements
            .filter((element) => element.checkVisibility())
            .map((element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim()),
        );
      } catch (error) {
        if (isLeaving(error)) return [];
        throw error;
      }
    },
    evaluate: <T, A>(run: (arg: A) => T | Promise<T>, arg?: A): Promise<T> =>
      page.evaluate(run as (arg: unknown) => T | Promise<T>, arg),
    async screenshot(path) {
      await page.screenshot({ path });
    },
    close: () => page.close(),
  };
}
