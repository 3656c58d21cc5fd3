import { useState } from 'react';
import * as v from 'valibot';
import type { CreatorMove } from '#contract/creator/creator.ts';
import { deviceValue } from './device-store.ts';

/** Text fields that a creator fills in. */
const fields = ['address', 'caption', 'draft-caption', 'link', 'hold-answer'] as const;
export type TextField = (typeof fields)[number];

const keptValue = (offerId: string, field: TextField) => deviceValue(offerId, `text.${field}`, v.string());

/** Text that survives reloads: it stays on the device until the server has it. */
export function usePersistedText(offerId: string, field: TextField, initial = ''): [string, (text: string) => void] {
  const [text, setText] = useState(() => keptValue(offerId, field).read() ?? initial);
  const change = (typed: string) => {
    setText(typed);
    keptValue(offerId, field).write(typed === initial ? null : typed);
  };
  return [text, change];
}

const sentBy: Readonly<Record<CreatorMove['move'], readonly TextField[]>> = {
  accept: [],
  decline: fields,
  withdraw: fields,
  'give-address': ['address'],
  'give-caption': ['caption'],
  'submit-draft': ['draft-caption'],
  'replace-draft': ['draft-caption'],
  'submit-link': ['link'],
  'replace-link': ['link'],
};

/** Deletes text that the server has or no longer needs, since a device may be shared. */
export function dropSentTexts(offerId: string, { move }: CreatorMove): void {
  for (const field of sentBy[move]) keptValue(offerId, field).write(null);
}
