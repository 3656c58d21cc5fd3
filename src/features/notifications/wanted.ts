import * as v from 'valibot';
import { quietTimeSchema } from '#contract/account/push.ts';
import { pushSettingsKey } from './wanted-key.ts';

/** This device's last saved settings, for repairing its subscription. */
const pushSettingsSchema = v.object({ endpoint: v.string(), quietTime: v.nullable(quietTimeSchema) });
export type PushSettings = v.InferOutput<typeof pushSettingsSchema>;

export function readPushSettings(): PushSettings | null {
  try {
    const parsed = v.safeParse(pushSettingsSchema, JSON.parse(localStorage.getItem(pushSettingsKey) ?? ''));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

export function writePushSettings(wanted: PushSettings | null): void {
  if (wanted === null) localStorage.removeItem(pushSettingsKey);
  else localStorage.setItem(pushSettingsKey, JSON.stringify(wanted));
}
