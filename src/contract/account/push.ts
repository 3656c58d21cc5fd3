import * as v from 'valibot';
import { endpoint } from '../wire/endpoint.ts';
import { anyId, count, timestamp } from '../wire/primitives.ts';

const minuteOfDay = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1439));

/** An IANA time zone, such as `Europe/Berlin`. */
export const zone = v.pipe(
  v.string(),
  v.maxLength(64),
  v.check((name) => {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
    } catch {
      return false;
    }
  }, 'Expected a time zone such as Europe/Berlin.'),
);

/** Daily quiet hours for pushes, in minutes since midnight in `zone`; may extend past midnight. */
export const quietTimeSchema = v.pipe(
  v.object({ fromMinute: minuteOfDay, toMinute: minuteOfDay, zone }),
  v.check(({ fromMinute, toMinute }) => fromMinute !== toMinute, 'Expected an end that differs from the start.'),
);
export type QuietTime = v.InferOutput<typeof quietTimeSchema>;

const base64url = (bytes: number) =>
  v.pipe(
    v.string(),
    v.regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}={0,2}$`), `Expected ${bytes} bytes in base64url.`),
  );

/** A device of the brand that receives pushes. Its push service address is never returned. */
export const pushDeviceSchema = v.object({
  id: anyId,
  userAgent: v.nullable(v.string()),
  createdAt: timestamp,
  quietTime: v.nullable(v.object({ fromMinute: minuteOfDay, toMinute: minuteOfDay, zone: v.string() })),
  /** True if it belongs to the session of this request. */
  current: v.boolean(),
});
export type PushDevice = v.InferOutput<typeof pushDeviceSchema>;

/**
 * A push in the Declarative Web Push format, which some browsers show without running any code
 * (https://w3c.github.io/push-api/#declarative-push-message).
 */
export const pushMessageSchema = v.object({
  web_push: v.literal(8030),
  notification: v.object({
    title: v.pipe(v.string(), v.nonEmpty()),
    body: v.optional(v.string(), ''),
    navigate: v.string(),
    lang: v.optional(v.string()),
    dir: v.optional(v.picklist(['auto', 'ltr', 'rtl'])),
    tag: v.optional(v.string()),
  }),
  app_badge: v.optional(count),
});
export type PushMessage = v.InferOutput<typeof pushMessageSchema>;

export const getPush = endpoint({
  method: 'GET',
  path: '/brand/v1.0/push',
  summary:
    'Returns the server’s push key and the devices that receive notifications. The key is a VAPID public key (RFC 8292).',
  access: 'approved',
  answer: v.object({ publicKey: v.string(), devices: v.array(pushDeviceSchema) }),
  optional: true,
});

export const savePushDevice = endpoint({
  method: 'PUT',
  path: '/brand/v1.0/push/device',
  summary:
    'Subscribes the session’s device to push notifications. The subscription ends with the session; a repeated call replaces it. A brand has at most 20 devices; the oldest one is removed for a new one.',
  access: 'approved',
  body: v.object({
    /** The endpoint from the browser’s push service. Only push services known to the server are accepted. */
    endpoint: v.pipe(v.string(), v.maxLength(1024), v.url('Expected a web address.')),
    keys: v.object({ p256dh: base64url(65), auth: base64url(16) }),
    quietTime: v.nullable(quietTimeSchema),
  }),
  answer: pushDeviceSchema,
  optional: true,
});

export const removePushDevice = endpoint({
  method: 'POST',
  path: '/brand/v1.0/push/devices/{id}/remove',
  summary: 'Unsubscribes a device from push notifications.',
  access: 'approved',
  params: v.object({ id: anyId }),
  answer: v.object({}),
  optional: true,
});
