import { cleanup, configure } from '@testing-library/react';
import { afterEach, aroundEach, beforeEach, expect, type MockInstance, vi } from 'vitest';
import { onSessionOver } from '#api/session/session-over.ts';
import { endSessionUnlessPending } from '#app/session/end-session.ts';
import { asyncUtilTimeout } from './support/async-util-timeout.ts';
import { noApi } from './support/fake-api.ts';
import { freshPage } from './support/fresh-page.ts';
import { createPage, type TestPage } from './support/page-life.ts';

// Mantine needs media queries, which jsdom lacks: the screen has one size that never changes.
window.matchMedia = (query) =>
  ({
    media: query,
    matches: false,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => false,
  }) as MediaQueryList;
class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
}
// Not stubGlobal, because a test that unstubs its own globals would remove these, too.
Object.assign(globalThis, { ResizeObserver: Observer, IntersectionObserver: Observer, fetch: noApi });
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
window.scrollTo = () => undefined;
window.HTMLElement.prototype.scrollIntoView = () => undefined;

configure({ asyncUtilTimeout });

// The app's entry does the same.
onSessionOver(endSessionUnlessPending);

let page: TestPage;
let complaints: MockInstance;

aroundEach(async (runTest) => {
  page = createPage();
  await page.run(runTest);
});

// React warnings are faults of the component, so they fail the test.
beforeEach(() => {
  complaints = vi.spyOn(console, 'error');
});

afterEach(async () => {
  cleanup();
  await page.end();
  freshPage();
  const said = complaints.mock.calls;
  vi.restoreAllMocks();
  expect(said).toEqual([]);
  expect(page.unanswered, 'calls without a response').toEqual([]);
});
