import { expect, test, vi } from 'vitest';
import { refreshSession } from '#api/session/refresh.ts';
import { bindPageToSession, writeSession } from '#api/session/session.ts';
import { logOut } from '#app/session/log-out.ts';
import { aSession } from '../support/examples.ts';
import { fakeApi } from '../support/fake-api.ts';
import { fakeWorker } from '../support/fake-worker.ts';

// Isolated, because a page remembers the brand of its session until it is closed.

test('a request refused after a logout doesn’t store the page to return to', async () => {
  const assign = vi.fn();
  fakeApi({ 'POST /brand/v1.0/auth/logout': () => ({}) });
  fakeWorker();
  writeSession(aSession());
  vi.stubGlobal('location', { ...window.location, pathname: '/dashboard/campaigns/cmp_1', search: '', assign });
  bindPageToSession();
  await logOut();
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('/'));
  await expect(refreshSession('token-of-before')).rejects.toMatchObject({ code: 'session_ended' });
  expect(sessionStorage).toHaveLength(0);
});
