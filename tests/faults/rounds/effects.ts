import type { AppServer } from '#tests/e2e/fixtures/server/app-server.ts';
import type { EventToRecord } from '#tests/support/history/recorder.ts';
import type { Creators } from './creators.ts';
import type { ObservedAction } from './screen-log.ts';

/** A change to an offer's content that the server made or refused. */
export interface Effect {
  at: number;
  offerId: string;
  fulfillmentId: string;
  decision: 'approve' | 'reject' | 'take-back';
}

/** True for a status by which the server itself refuses permanently. */
const isRefusal = (status: number) => [403, 404, 412, 422].includes(status);

/** Time of the tap that created the key: its first ten characters are milliseconds (https://github.com/ulid/spec). */
function madeAt(key: string): number {
  const digits = [...key.slice(0, 10)].map((character) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.indexOf(character));
  return digits.includes(-1) ? Number.POSITIVE_INFINITY : digits.reduce((sum, digit) => sum * 32 + digit, 0);
}

/** Decision behind an effect. The screen shows no key, so a decision is identified by kind, content and time. */
function decisionBehind(
  { key, ...effect }: Effect & { key: string },
  actions: readonly Readonly<ObservedAction>[],
): string {
  const latest = Math.min(effect.at, madeAt(key));
  const before = actions.filter(
    ({ offerId, decision, tappedAt }) =>
      offerId === effect.offerId && decision === effect.decision && tappedAt <= latest,
  );
  const onThis = before.findLast(({ fulfillmentId }) => fulfillmentId === effect.fulfillmentId);
  return (onThis ?? before.at(-1))?.actionId ?? `nobody's ${effect.fulfillmentId}`;
}

export interface Effects {
  events: EventToRecord[];
  applied: number;
  /** Success responses beyond the effects that the database shows. */
  doubled: number;
}

/** The server's effects and refusals, from its database and its responses, as events of the decisions behind them. */
export async function effectsOn(
  { received }: AppServer,
  creators: Creators,
  actions: readonly Readonly<ObservedAction>[],
): Promise<Effects> {
  const applied = await creators.applied();
  const ours = received.filter(({ offerId }) => creators.offers.some(({ id }) => id === offerId));
  const done = ours.filter(({ status, isReplay }) => status < 300 && !isReplay);
  return {
    applied: applied.length,
    doubled: Math.max(0, done.length - applied.length),
    events: [
      ...applied.map((effect) => {
        const isOf = ({ fulfillmentId, decision }: Effect) =>
          fulfillmentId === effect.fulfillmentId && decision === effect.decision;
        const key = done.find(isOf)?.actionId ?? '';
        const { at, offerId, fulfillmentId, decision } = effect;
        const actionId = decisionBehind({ ...effect, key }, actions);
        const applied = { kind: 'applied', at, actionId, recordId: offerId, seen: fulfillmentId } as const;
        return { ...applied, operation: decision };
      }),
      ...ours
        .filter(({ status }) => isRefusal(status))
        .map((effect) => ({
          kind: 'denied' as const,
          at: effect.at,
          status: effect.status,
          actionId: decisionBehind({ ...effect, key: effect.actionId }, actions),
        })),
    ],
  };
}
