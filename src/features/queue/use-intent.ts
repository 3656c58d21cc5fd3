import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import * as v from 'valibot';
import { act } from '#api/client.ts';
import { messageOf } from '#api/error.ts';
import { newUlid } from '#api/ids.ts';
import { askForSyncStatus } from '#api/sync-status.ts';
import { intentWords } from '#app/intents/intent-words.ts';
import { takenBack } from '#app/intents/settled-actions.ts';
import { type IntentKind, type IntentOf, isQuiet } from '#contract/brand/intent.ts';
import { type BrandRecord, brandRecordSchema } from '#contract/worker/brand-record.ts';
import { aboutOf, intentRule, type Pending, requestOf, withIntent } from '#domain/intents/intent-rules.ts';
import { toastError } from '#ui/toasts/toast.tsx';
import { confirmIntent } from './confirm-intent.ts';

/** Writes records of one type to the queries that show them. */
export interface ShownRecords {
  /** Shows the server's answer everywhere at once. */
  put(client: QueryClient, record: BrandRecord): void;
  /** Changes a record wherever it is shown. */
  patch(client: QueryClient, id: string, change: (shown: BrandRecord) => BrandRecord): void;
  /** Takes a record out of the lists whose filter it no longer matches. */
  refile?(client: QueryClient, id: string): void;
}

export interface Wanted<K extends IntentKind> {
  intent: IntentOf<K>;
  /** The record as it is on the screen. */
  seen: BrandRecord;
  /** Time for which the worker holds it before it is sent, ms. */
  holdMs?: number;
  /** True where the screen itself confirms it: no toast. */
  isConfirmedByScreen?: boolean;
}

interface Options<K extends IntentKind> {
  shown: ShownRecords;
  /** Called once it is done or queued. */
  onTaken?: ((wanted: Wanted<K>, idempotencyKey: string) => void) | undefined;
  /**
   * Reports a failure itself, or returns `unhandled` for the kind's own words. `impossible`: it is reported, and wanting the same
   * once more needs another idempotency key.
   */
  onFailed?: (error: unknown, wanted: Wanted<K>, idempotencyKey: string) => 'handled' | 'impossible' | 'unhandled';
}

/** Callbacks of one intent, which aren't called once the user has left the screen. */
export interface AfterWanted {
  onSuccess?: () => void;
  onError?: (error: unknown) => void;
}

const idempotencyKeys = new Map<string, string>();

/**
 * The Idempotency-Key of an intent. One on certain content keeps it until it was applied or refused, even while its screen is
 * closed: if an attempt whose answer was lost did arrive, the server replays its answer instead of applying it again. Others may
 * be wanted once more after a change that they don't know of, so each has a key of its own.
 */
function keyOf<K extends IntentKind>({ intent }: Wanted<K>): string {
  if (requestOf(intent).ifMatch === null) return newUlid();
  const fingerprint = JSON.stringify(intent);
  const key = idempotencyKeys.get(fingerprint) ?? newUlid();
  idempotencyKeys.set(fingerprint, key);
  return key;
}

/** Drops the key once the intent is applied, queued or impossible. */
const dropIdempotencyKey = <K extends IntentKind>({ intent }: Wanted<K>): void =>
  void idempotencyKeys.delete(JSON.stringify(intent));

/**
 * Sends an intent of these kinds, now or as soon as there is a network, shows it on its record at once, and reports the result.
 * All retries share one idempotency key.
 */
export function useIntent<K extends IntentKind>({ shown, onTaken, onFailed }: Options<K>) {
  const client = useQueryClient();

  function applyOptimistic({ intent, seen }: Wanted<K>, pending: Pending): void {
    const { id } = aboutOf(intent);
    shown.patch(client, id, (record) => withIntent(record, intent, { pending, seen }));
    if (intentRule(intent).refiles) shown.refile?.(client, id);
  }

  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ intent, holdMs = 0, idempotencyKey }: Wanted<K> & { idempotencyKey: string }) => {
      const { params, body, ifMatch } = requestOf(intent);
      const condition = ifMatch === null ? {} : { ifMatch };
      const signal = takenBack(idempotencyKey);
      return act(intentRule(intent).endpoint, { params, body, ...condition, idempotencyKey, signal, holdMs });
    },
    onMutate: (wanted) => {
      // A quiet one has no words while it is on its way, so it shows as done.
      const { intent, idempotencyKey: actionId } = wanted;
      if (isQuiet(intent.kind))
        applyOptimistic(wanted, { actionId, state: 'sending', queuedAt: new Date().toISOString() });
    },
    onSuccess: ({ data, queued }, wanted) => {
      const { intent, idempotencyKey, isConfirmedByScreen = false } = wanted;
      const { kind } = intent;
      const { type, id } = aboutOf(intent);
      dropIdempotencyKey(wanted);
      if (queued === null) {
        shown.put(client, v.parse(brandRecordSchema, { type, value: data }));
        if (intentRule(intent).refiles) shown.refile?.(client, id);
      }
      if (!isQuiet(kind)) {
        confirmIntent(client, {
          kind,
          idempotencyKey,
          queued,
          applyOptimistic: (pending) => applyOptimistic(wanted, pending),
          isConfirmedByScreen,
        });
      }
      onTaken?.(wanted, idempotencyKey);
    },
    onError: (error, wanted) => {
      const { intent, idempotencyKey } = wanted;
      const isTakenBack = takenBack(idempotencyKey).aborted;
      const result = isTakenBack ? 'impossible' : (onFailed?.(error, wanted, idempotencyKey) ?? 'unhandled');
      if (result === 'impossible') dropIdempotencyKey(wanted);
      if (result !== 'unhandled') return;
      toastError(intentWords[intent.kind].failed, { detail: messageOf(error), id: intent.kind });
      // It may have been queued all the same; asking for the status reveals that and has it sent at once.
      void askForSyncStatus();
    },
  });
  return {
    want: useCallback(
      (wanted: Wanted<K>, given: AfterWanted = {}) => mutate({ ...wanted, idempotencyKey: keyOf(wanted) }, given),
      [mutate],
    ),
    isPending,
    /** Kind of the intent that is being sent right now. */
    sending: isPending ? (variables?.intent.kind ?? null) : null,
  };
}
