import webPush from 'web-push';
import type { PushMessage } from '#contract/account/push.ts';
import { callOutbound, ForbiddenAddressError } from '../shared/outbound/call.ts';
import type { DeviceRow } from './devices.ts';
import { reachOf } from './push-services.ts';
import { type VapidKey, vapidSubject } from './vapid.ts';

/**
 * Outcome of a push. `gone`: the subscription is unknown to the push service or unusable. `later`: a retry may
 * succeed, not before `retryAfterMs`. `refused`: no retry will succeed. `doubtful`: the response is the same for a
 * dead device and for a wrong key (see refusals.ts).
 */
export interface PushOutcome {
  result: 'sent' | 'gone' | 'later' | 'refused' | 'doubtful';
  /** Null if no response arrived. */
  status: number | null;
  /** Minimum delay that the push service requested. */
  retryAfterMs: number;
}

export interface SendDeps {
  vapid: VapidKey;
  /** Origins of additional push services. */
  pushServices: readonly string[];
  publicUrl(): string;
  now(): Date;
}

/**
 * Time for which a push service stores an undelivered message. Afterwards, the news is shown when the app is opened.
 */
const ttlSeconds = 86_400;
const timeoutMs = 10_000;
/** Maximum size of a response's body, which isn't used. */
const maxBytes = 16_384;
const maxRetryAfterMs = 86_400_000;

/** Sends a message to a device, encrypted for it (RFC 8291) and signed by the server (RFC 8292). Never throws. */
export async function sendPush(deps: SendDeps, device: DeviceRow, message: PushMessage): Promise<PushOutcome> {
  const reach = reachOf(device.endpoint, deps.pushServices);
  if (reach === null) return withoutResponse('gone');
  const request = sealed(deps, device, message);
  if (request === null) return withoutResponse('gone');
  try {
    const url = new URL(device.endpoint);
    const mustBePublic = reach === 'public';
    const { status, retryAfter } = await callOutbound({
      ...{ method: 'POST', url, ...request, timeoutMs, mustBePublic, maxBytes },
    });
    return outcomeOf(status, retryAfter, deps.now());
  } catch (error) {
    return withoutResponse(error instanceof ForbiddenAddressError ? 'refused' : 'later');
  }
}

const withoutResponse = (result: PushOutcome['result']): PushOutcome => ({ result, status: null, retryAfterMs: 0 });

/** Returns headers and body; null if the device's keys are invalid. */
function sealed({ vapid, publicUrl }: SendDeps, { endpoint, p256dh, auth }: DeviceRow, message: PushMessage) {
  try {
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(message),
      {
        vapidDetails: { subject: vapidSubject(publicUrl()), ...vapid },
        TTL: ttlSeconds,
        urgency: 'normal',
        // A newer message with the same topic replaces an undelivered one.
        ...(message.notification.tag && { topic: message.notification.tag }),
      },
    );
    const texts = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
    return { headers: Object.fromEntries(texts), body: body ?? Buffer.alloc(0) };
  } catch {
    return null;
  }
}

function outcomeOf(status: number, retryAfter: string | null, now: Date): PushOutcome {
  return { result: resultOf(status), status, retryAfterMs: waitOf(retryAfter, now) };
}

function resultOf(status: number): PushOutcome['result'] {
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  // Apple's BadDeviceToken is a 400. Apple also sends 403 for some dead devices, and every service does for a wrong
  // VAPID key (RFC 8292, 2).
  if (status === 400 || status === 403) return 'doubtful';
  return status === 429 || status >= 500 ? 'later' : 'refused';
}

/** Parses seconds or a date (RFC 9110, 10.2.3), in ms; 0 for anything else. */
function waitOf(retryAfter: string | null, now: Date): number {
  if (retryAfter === null) return 0;
  const ms = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now.getTime();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), maxRetryAfterMs) : 0;
}
