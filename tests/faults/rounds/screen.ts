import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import type { Tab } from '#tests/engines/phones/phone.ts';

const screenSchema = v.object({
  path: v.string(),
  isLogin: v.boolean(),
  /** The sync banner's sentence; null if the page has no banner. */
  banner: v.nullable(v.string()),
  toasts: v.array(v.string()),
  /** The campaign's list of offers, with the full text of each row. */
  rows: v.array(v.object({ offerId: v.string(), text: v.string() })),
  /** The open offer's panel, with its enabled buttons. */
  panel: v.nullable(v.object({ title: v.string(), text: v.string(), buttons: v.array(v.string()) })),
  /** The list of pending actions; null if it is closed. */
  drawer: v.nullable(v.array(v.string())),
});

/** A tab's screen at one moment, as text. */
export type Screen = v.InferOutput<typeof screenSchema>;

/** A searchable part of the page. */
export type Place = 'page' | 'panel' | 'drawer' | 'banner' | 'toasts';

declare global {
  /** Defined once in-page.js has run in the page. */
  var afieldScreen: { look(): Screen; press(place: Place, pattern: string): Screen | null };
}

type Call = ['look'] | ['press', Place, string];

/** A function built from text, since the page lacks the bundler's helpers. */
const inPage = new Function(
  'call',
  `${readFileSync(new URL('./in-page.js', import.meta.url), 'utf8')}
   const [name, ...args] = call;
   return globalThis.afieldScreen[name](...args);`,
) as (call: Call) => unknown;

const answerMs = 10_000;

/** Calls the page with a time limit: the caller must continue if a page hangs. */
async function ask(tab: Tab, call: Call): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`The page did not answer in ${answerMs} ms.`)), answerMs);
  });
  try {
    return await Promise.race([tab.evaluate(inPage, call), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Reads the screen. Rejects if the page is gone or doesn't respond. */
export const look = async (tab: Tab): Promise<Screen> => v.parse(screenSchema, await ask(tab, ['look']));

/**
 * Taps the first uncovered button of this name; returns the screen as it was at the tap, or null without such a button.
 * It runs in one task of the page, so nothing can change between looking and tapping.
 */
export async function press(tab: Tab, place: Place, name: RegExp): Promise<Screen | null> {
  return v.parse(v.nullable(screenSchema), await ask(tab, ['press', place, name.source]));
}
