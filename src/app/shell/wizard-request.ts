import { useMemo, useSyncExternalStore } from 'react';
import * as v from 'valibot';
import { isBrandSession, readSession } from '#api/session/session.ts';
import { createListeners } from '#domain/shared/listeners.ts';
import { parseOfBrand } from '../storage/stored-of-brand.ts';

const key = 'afield-wizard';
const { subscribe, emit } = createListeners();

const requestSchema = v.variant('kind', [
  v.object({ kind: v.literal('new') }),
  /** Edits a campaign in review; submitting replaces it. */
  v.object({ kind: v.literal('edit'), campaignId: v.string() }),
  /** Edits a rejected campaign; submitting replaces it. */
  v.object({ kind: v.literal('resubmit'), campaignId: v.string() }),
  /** Copies any campaign into a new one. */
  v.object({ kind: v.literal('run-again'), campaignId: v.string() }),
]);
/** Purpose of opening the campaign wizard. */
export type WizardRequest = v.InferOutput<typeof requestSchema>;
const storedSchema = v.object({ brandId: v.string(), request: requestSchema });

const parsed = (text: string | null): WizardRequest | null => parseOfBrand(storedSchema, text)?.request ?? null;

function write(text: string | null): void {
  if (text === null) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, text);
  emit();
}

/** Opens the wizard over any screen; it reopens if this tab is reloaded. */
export function openWizard(request: WizardRequest): void {
  const session = readSession();
  if (isBrandSession(session)) write(JSON.stringify({ brandId: session.brandId, request }));
}

export const closeWizard = (): void => write(null);

/** Purpose of the open wizard; null while it's closed. */
export function useWizardRequest(): WizardRequest | null {
  const text = useSyncExternalStore(subscribe, () => sessionStorage.getItem(key));
  return useMemo(() => parsed(text), [text]);
}
