import * as v from 'valibot';
import { quietTimeSchema } from '#contract/account/push.ts';
import { wantedPushKey } from './wanted-key.ts';

/** This device's last saved settings, for repairing its subscription. */
const wantedSchema = v.object({ endpoint: v.string(), quietTime: v.nullable(quietTimeSchema) });
export type WantedPush = v.InferOutput<typeof wantedSchema>;

export function readWantedPush(): WantedPush | null {
  try {
    const parsed = v.safeParse(wantedSchema, JSON.parse(localStorage.getItem(wantedPushKey) ?? ''));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

export function writeWantedPush(wanted: WantedPush | null): void {
  if (wanted === null) localStorage.removeItem(wantedPushKey);
  else localStorage.setItem(wantedPushKey, JSON.stringify(wanted));
}
