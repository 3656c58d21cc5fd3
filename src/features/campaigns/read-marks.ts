import * as v from 'valibot';
import { newUlid } from '#api/ids.ts';
import { isBrandSession, readSession } from '#api/session.ts';
import { storedKey } from '#api/stored-key.ts';
import { parseOfBrand } from '#app/stored-of-brand.ts';
import type { Campaign } from '#contract/campaign.ts';

const key = 'afield-read-marks';
const markSchema = v.object({ campaignId: v.string(), idempotencyKey: v.string() });
const schema = v.object({ brandId: v.string(), marks: v.array(markSchema) });

/** A campaign that was opened, and has still to be marked as read on the server. */
export type ReadMark = v.InferOutput<typeof markSchema>;

const { subscribe, tell } = storedKey(key);
/** Calls back when this tab or another changes the marks; returns how to stop. */
export const onReadMarks = subscribe;
/** Stands in for local storage where that is full or forbidden. */
let unstored: string | null = null;

/** The marks as text, which is the same as long as they are. */
export const storedReadMarks = (): string | null => unstored ?? localStorage.getItem(key);

/** Marks of the brand that is logged in, oldest first. They outlive the page and its worker; logging out removes them. */
export const readMarks = (): readonly ReadMark[] => parseOfBrand(schema, storedReadMarks())?.marks ?? [];

function write(marks: readonly ReadMark[]): void {
  const session = readSession();
  if (!isBrandSession(session)) return;
  const text = JSON.stringify({ brandId: session.brandId, marks });
  unstored = null;
  try {
    if (marks.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    unstored = text;
  }
  tell();
}

/** Keeps a mark until it is dropped; one for each campaign. */
export function addReadMark(campaignId: string): void {
  const marks = readMarks();
  if (marks.some((mark) => mark.campaignId === campaignId)) return;
  write([...marks, { campaignId, idempotencyKey: newUlid() }]);
}

/** The server has marked the campaign, or will not. */
export const dropReadMark = ({ idempotencyKey }: ReadMark): void =>
  write(readMarks().filter((mark) => mark.idempotencyKey !== idempotencyKey));

/** Campaigns as the brand has left them: neither server nor copy knows of a mark that waits. */
export function withReadMarks(campaigns: readonly Campaign[]): Campaign[] {
  const marked = new Set(readMarks().map(({ campaignId }) => campaignId));
  return campaigns.map((each) => (each.unread && marked.has(each.id) ? { ...each, unread: false } : each));
}
