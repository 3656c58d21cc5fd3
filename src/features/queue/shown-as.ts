import { type IntentKind, intentWords } from '#contract/brand/intent.ts';
import type { ChangedKind } from '#contract/worker/worker-message.ts';

const shown: Readonly<Record<'offer' | 'campaign', ChangedKind>> = { offer: 'offers', campaign: 'campaigns' };

/** Query key of all that shows the record of an intent. */
export const shownAs = (kind: IntentKind): readonly [ChangedKind] => [shown[intentWords[kind].subject]];
