import type { IntentKind } from '#contract/brand/intent.ts';
import type { ChangedKind } from '#contract/worker/worker-message.ts';
import { intentRule } from '#domain/intents/intent-rules.ts';

const shown: Readonly<Record<'offer' | 'campaign', ChangedKind>> = { offer: 'offers', campaign: 'campaigns' };

/** Query key prefix of everything that shows an intent's record. */
export const queryKeyPrefixOf = (kind: IntentKind): readonly [ChangedKind] => [shown[intentRule({ kind }).type]];
