import * as v from 'valibot';
import { maxHoldMs } from '#contract/worker/worker-message.ts';
import { createStore } from '#store/create-store.ts';
import { useStore } from '#store/use-store.ts';

const key = 'afield-hold';

const holdSchema = v.object({
  /** Time to undo a decision in the inbox before it is sent, ms; 0 sends immediately. */
  ms: v.pipe(v.number(), v.minValue(0), v.maxValue(maxHoldMs)),
  /** True to hold decisions made on a campaign's page, too. */
  everywhere: v.boolean(),
});
export type HoldSetting = v.InferOutput<typeof holdSchema>;

export const usualHold: HoldSetting = { ms: 6000, everywhere: false };

function read(): HoldSetting {
  try {
    return v.parse(holdSchema, JSON.parse(localStorage.getItem(key) ?? ''));
  } catch {
    return usualHold;
  }
}

const setting = createStore(read());

/** This device's setting for undoing decisions before they are sent. Logging out resets it. */
export const useHoldSetting = (): HoldSetting => useStore(setting);

export function writeHoldSetting(next: HoldSetting): void {
  setting.write(next);
  try {
    localStorage.setItem(key, JSON.stringify(next));
  } catch {
    // The storage is full or disabled, so the setting lasts until the page is closed.
  }
}
