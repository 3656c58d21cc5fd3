import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import type { Tab } from '#tests/engines/phones/phone.ts';

const screenSchema = v.object({
  path: v.string(),
  isLogin: v.boolean(),
  /** The sync banner's sentence; null if the page has no banner. */
  banner: v.nullable(v.string()),
  toasts: v.array(v.string()),
  /** The campaign's list of offers, with all words of each row. */
  rows: v.array(v.object({ offerId: v.string(), text: v.string() })),
  /** The open offer's panel, with the buttons that can be pressed. */
  panel: v.nullable(v.object({ title: v.string(), text: v.string(), buttons: v.array(v.string()) })),
  /** The list of waiting actions; null if it is closed. */
  drawer: v.nullable(v.array(v.string())),
});

/** A tab's screen at one moment, in its own words. */
export type Screen = v.InferOutput<typeof screenSchema>;

/** A part of the page that can be searched. */
export type Place = 'page' | 'panel' | 'drawer' | 'banner' | 'toasts';

declare global {
  /** It is there once in-page.js has run in the page. */
  var afieldScreen: { look(): Screen; press(place: Place, pattern: string): Screen | null };
}

type Call = ['look'] | ['press', Place, string];

/** A function made of text, since the page lacks the bundler's helpers. */
const inPage = new Function(
  'call',
  `${readFileSync(new URL('./in-page.js', import.meta.url), 'utf8')}
   const [name, ...args] = call;
   return globalThis.afieldScreen[name](...args);`,
) as (call: Call) => unknown;

const answerMs = 10_000;

/** Asks the page with a time limit: the caller must go on when a page hangs. */
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

/** Reads the screen. Rejects if the page is gone or doesn't answer. */
export const look = async (tab: Tab): Promise<Screen> => v.parse(screenSchema, await ask(tab, ['look']));

/**
 * Taps the first button of this name that isn't covered, and returns the screen as it was at the tap; null if there is none.
 * It takes one turn of the page, so that nothing can change between looking and tapping.
 */
export async function press(tab: Tab, place: Place, name: RegExp): Promise<Screen | null> {
  return v.parse(v.nullable(screenSchema), await ask(tab, ['press', place, name.source]));
}
