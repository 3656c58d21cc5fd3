import type { AppServer } from '../../e2e/fixtures/app-server.ts';
import type { ToldEvent } from '../../support/history/recorder.ts';
import type { Creators } from './creators.ts';
import type { ToldAction } from './told.ts';

/** Something that the server did, or refused to do, to an offer's content. */
export interface Effect {
  at: number;
  offerId: string;
  fulfillmentId: string;
  decision: 'approve' | 'reject';
}

/** A status by which the server itself says no for good. */
const isRefusal = (status: number) => [403, 404, 412, 422].includes(status);

/** The decision that an effect is of. What the user saw has no key: it is known by what was decided on what. */
function decisionBehind(effect: Effect, actions: readonly Readonly<ToldAction>[]): string {
  const before = actions.filter(
    ({ offerId, decision, at }) => offerId === effect.offerId && decision === effect.decision && at <= effect.at,
  );
  const onThis = before.filter(({ fulfillmentId }) => fulfillmentId === effect.fulfillmentId);
  const standing = onThis.findLast(({ word }) => word !== 'undone' && word !== 'refused');
  return (standing ?? onThis.at(-1) ?? before.at(-1))?.actionId ?? `nobody's ${effect.fulfillmentId}`;
}

export interface Effects {
  events: ToldEvent[];
  applied: number;
  /** Answers by which the server said that it had done something, beyond what its database shows. */
  doubled: number;
}

/** What the server did and refused, by its database and its answers, as events of the decisions behind it. */
export async function effectsOn(
  { heard }: AppServer,
  creators: Creators,
  actions: readonly Readonly<ToldAction>[],
): Promise<Effects> {
  const applied = await creators.applied();
  const ours = heard.filter(({ offerId }) => creators.offers.some(({ id }) => id === offerId));
  const done = ours.filter(({ status, isReplay }) => status < 300 && !isReplay);
  return {
    applied: applied.length,
    doubled: Math.max(0, done.length - applied.length),
    events: [
      ...applied.map((effect) => ({ ...effect, kind: 'applied' as const, actionId: decisionBehind(effect, actions) })),
      ...ours
        .filter(({ status }) => isRefusal(status))
        .map((effect) => ({
          kind: 'denied' as const,
          at: effect.at,
          status: effect.status,
          actionId: decisionBehind(effect, actions),
        })),
    ],
  };
}
