import { useMemo, useSyncExternalStore } from 'react';
import * as v from 'valibot';
import { isBrandSession, readSession } from '#api/session/session.ts';
import { createListeners } from '#domain/shared/listeners.ts';
import { parseOfBrand } from '../storage/stored-of-brand.ts';

const key = 'afield-wizard';
const { subscribe, emit } = createListeners();

const requestSchema = v.variant('kind', [
  v.object({ kind: v.literal('new') }),
  /** A campaign in review is edited; submitting replaces it. */
  v.object({ kind: v.literal('edit'), campaignId: v.string() }),
  /** A rejected campaign is edited; submitting replaces it. */
  v.object({ kind: v.literal('resubmit'), campaignId: v.string() }),
  /** Any campaign is copied into a new one. */
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

/** Opens the wizard over whichever screen; it is open again after this tab was reloaded. */
export function openWizard(request: WizardRequest): void {
  const session = readSession();
  if (isBrandSession(session)) write(JSON.stringify({ brandId: session.brandId, request }));
}

export const closeWizard = (): void => write(null);

/** The purpose that the wizard is open for; null while it is closed. */
export function useWizardRequest(): WizardRequest | null {
  const text = useSyncExternalStore(subscribe, () => sessionStorage.getItem(key));
  return useMemo(() => parsed(text), [text]);
}
