import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import * as v from 'valibot';
import { act } from '#api/client.ts';
import { messageOf } from '#api/error.ts';
import { newUlid } from '#api/ids.ts';
import { requestSyncStatus } from '#api/sync-status.ts';
import { intentTexts } from '#app/intents/intent-texts.ts';
import { takeBackSignal } from '#app/intents/settled-actions.ts';
import { type IntentKind, type IntentOf, isQuiet } from '#contract/brand/intent.ts';
import { type BrandRecord, brandRecordSchema } from '#contract/worker/brand-record.ts';
import { intentRule, type PendingState, recordRefOf, requestOf, withIntent } from '#domain/intents/intent-rules.ts';
import { toastError } from '#ui/toasts/toast.tsx';
import { confirmIntent } from './confirm-intent.ts';

/** Writes one type of record to the queries that show it. */
export interface RecordWriter {
  /** Writes the server's response to every query that shows the record. */
  put(client: QueryClient, record: BrandRecord): void;
  /** Patches a record in every query that shows it. */
  patch(client: QueryClient, id: string, change: (shown: BrandRecord) => BrandRecord): void;
  /** Removes a record from lists whose filter it no longer matches. */
  refile?(client: QueryClient, id: string): void;
}

export interface RequestedIntent<K extends IntentKind> {
  intent: IntentOf<K>;
  /** The record as the user sees it. */
  seen: BrandRecord;
  /** Time that the worker holds the intent before sending it, ms. */
  holdMs?: number;
  /** True if the screen itself confirms the intent, so that no toast is needed. */
  isConfirmedByScreen?: boolean;
}

interface Options<K extends IntentKind> {
  shown: RecordWriter;
  /** Called once the intent is applied or queued. */
  onAccepted?: ((wanted: RequestedIntent<K>, idempotencyKey: string) => void) | undefined;
  /**
   * Handles a failure, or returns `unhandled` for the kind's default message. `impossible`: the failure was reported,
   * and another try needs a new idempotency key.
   */
  onFailed?: (
    error: unknown,
    wanted: RequestedIntent<K>,
    idempotencyKey: string,
  ) => 'handled' | 'impossible' | 'unhandled';
}

/** Callbacks of one intent, which aren't called once the user has left the screen. */
export interface IntentCallbacks {
  onSuccess?: () => void;
  onError?: (error: unknown) => void;
}

const idempotencyKeys = new Map<string, string>();

/**
 * The Idempotency-Key of an intent. An intent about specific content keeps its key until it's applied or refused, even
 * while its screen is closed. If an attempt whose response was lost did arrive, the server replays its response instead
 * of applying it again. Other intents may be repeated after a change elsewhere, so each one gets a new key.
 */
function keyOf<K extends IntentKind>({ intent }: RequestedIntent<K>): string {
  if (requestOf(intent).ifMatch === null) return newUlid();
  const fingerprint = JSON.stringify(intent);
  const key = idempotencyKeys.get(fingerprint) ?? newUlid();
  idempotencyKeys.set(fingerprint, key);
  return key;
}

/** Drops the key once the intent is applied, queued or impossible. */
const dropIdempotencyKey = <K extends IntentKind>({ intent }: RequestedIntent<K>): void =>
  void idempotencyKeys.delete(JSON.stringify(intent));

/**
 * Sends an intent, now or once the network is back. Shows it on its record immediately, and reports the result. All
 * retries share one idempotency key.
 */
export function useIntent<K extends IntentKind>({ shown, onAccepted, onFailed }: Options<K>) {
  const client = useQueryClient();

  function applyOptimistic({ intent, seen }: RequestedIntent<K>, pending: PendingState): void {
    const { id } = recordRefOf(intent);
    shown.patch(client, id, (record) => withIntent(record, intent, { pending, seen }));
    if (intentRule(intent).refiles) shown.refile?.(client, id);
  }

  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ intent, holdMs = 0, idempotencyKey }: RequestedIntent<K> & { idempotencyKey: string }) => {
      const { params, body, ifMatch } = requestOf(intent);
      const condition = ifMatch === null ? {} : { ifMatch };
      const signal = takeBackSignal(idempotencyKey);
      return act(intentRule(intent).endpoint, { params, body, ...condition, idempotencyKey, signal, holdMs });
    },
    onMutate: (wanted) => {
      // A quiet intent has no progress message, so show it as applied.
      const { intent, idempotencyKey: actionId } = wanted;
      if (isQuiet(intent.kind))
        applyOptimistic(wanted, { actionId, state: 'sending', queuedAt: new Date().toISOString() });
    },
    onSuccess: ({ data, queued }, wanted) => {
      const { intent, idempotencyKey, isConfirmedByScreen = false } = wanted;
      const { kind } = intent;
      const { type, id } = recordRefOf(intent);
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
      onAccepted?.(wanted, idempotencyKey);
    },
    onError: (error, wanted) => {
      const { intent, idempotencyKey } = wanted;
      const isTakenBack = takeBackSignal(idempotencyKey).aborted;
      const result = isTakenBack ? 'impossible' : (onFailed?.(error, wanted, idempotencyKey) ?? 'unhandled');
      if (result === 'impossible') dropIdempotencyKey(wanted);
      if (result !== 'unhandled') return;
      toastError(intentTexts[intent.kind].failed, { detail: messageOf(error), id: intent.kind });
      // The intent may have been queued after all. Requesting the status reveals that, and makes the worker send it.
      void requestSyncStatus();
    },
  });
  return {
    want: useCallback(
      (wanted: RequestedIntent<K>, given: IntentCallbacks = {}) =>
        mutate({ ...wanted, idempotencyKey: keyOf(wanted) }, given),
      [mutate],
    ),
    isPending,
    /** Kind of the intent in flight. */
    sending: isPending ? (variables?.intent.kind ?? null) : null,
  };
}
