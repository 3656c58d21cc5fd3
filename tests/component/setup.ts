import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest';
import { onSessionOver } from '#api/session-over.ts';
import { leaveIfNothingWaits } from '#app/end-session.ts';
import { asyncUtilTimeout } from './support/async-util-timeout.ts';
import { freshPage } from './support/fresh-page.ts';

// What jsdom lacks and Mantine asks for: a screen of one size that never changes.
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
// Not by stubGlobal: a test that takes its own stubs back leaves these.
Object.assign(globalThis, { ResizeObserver: Observer, IntersectionObserver: Observer });
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
window.scrollTo = () => undefined;
window.HTMLElement.prototype.scrollIntoView = () => undefined;

configure({ asyncUtilTimeout });

// As the app's entry does.
onSessionOver(leaveIfNothingWaits);

let complaints: MockInstance;

// What React complains about is a fault of the component, not noise.
beforeEach(() => {
  complaints = vi.spyOn(console, 'error');
});

afterEach(() => {
  cleanup();
  freshPage();
  const said = complaints.mock.calls;
  vi.restoreAllMocks();
  expect(said).toEqual([]);
});
