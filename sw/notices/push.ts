import * as v from 'valibot';
import { pushMessageSchema } from '#contract/account/push.ts';
import type { Sessions } from '#sw/network/session.ts';
import type { Runtime } from '#sw/runtime/runtime.ts';
import type { Syncing } from '#sw/sync/syncing.ts';

/** Path of a notification that specifies none. */
export const pushFallbackPath = '/dashboard/review';

interface Deps extends Pick<Runtime, 'notify' | 'setBadge'> {
  sessions: Pick<Sessions, 'read'>;
  syncing: Pick<Syncing, 'run'>;
  reportError(error: unknown): void;
}

/**
 * Shows a push notification. Browsers revoke the push permission of apps that show nothing, so an unreadable message results in a
 * generic notification. Browsers that support declarative push show it themselves and fire no event.
 */
export async function handlePush(data: string | null, deps: Deps): Promise<void> {
  const message = readPush(data);
  // A brand that has logged out on this device must not see the message, only a generic notification.
  const isLoggedIn = await deps.sessions.read().then(
    (row) => row !== null,
    () => true,
  );
  if (message === null || !isLoggedIn) {
    await deps.notify('Afield', { body: 'Open Afield to see what needs your attention.', path: pushFallbackPath });
    return;
  }
  const { title, body, navigate, tag } = message.notification;
  await deps.notify(title, { body, path: navigate, tag });
  if (message.app_badge !== undefined) await deps.setBadge(message.app_badge);
  // The sync fetches the data that the notification is about before it is clicked, even offline, and updates the badge.
  await deps.syncing.run().catch(deps.reportError);
}

function readPush(data: string | null): v.InferOutput<typeof pushMessageSchema> | null {
  try {
    const parsed = v.safeParse(pushMessageSchema, JSON.parse(data ?? ''));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}
