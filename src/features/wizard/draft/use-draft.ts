import { useEffect, useState } from 'react';
import { defaultDonts, defaultDos } from '../default-guidelines.ts';
import { furthest, isUnlocked, stepsOf, type WizardStep } from '../wizard-steps.ts';
import type { Draft } from './draft.ts';
import { type DraftSlot, dropDraft, readDraft, writeDraft } from './draft-store.ts';

/** A draft as it stands when one comes to a step: guidelines begin with what nearly every campaign asks for. */
const at = (draft: Draft, step: WizardStep): Draft => ({
  ...draft,
  step,
  ...(step === 'guidelines' && { dos: draft.dos ?? [...defaultDos], donts: draft.donts ?? [...defaultDonts] }),
});

/** Without the steps that its type doesn't have. */
function placed(draft: Draft): Draft {
  const steps = stepsOf(draft).map(({ key }) => key);
  return steps.includes(draft.step) ? draft : { ...draft, step: 'tags' };
}

/** The draft of a slot, kept on the device with everything that is typed: it survives a reload and a lost network. */
export function useDraft(brandId: string, slot: DraftSlot, initial: Draft) {
  const [restored] = useState(() => readDraft(brandId, slot));
  const [state, setState] = useState(() => ({ draft: placed(restored ?? initial), touched: false }));
  const { draft, touched } = state;
  useEffect(() => {
    if (touched) writeDraft(brandId, slot, draft);
  }, [brandId, slot, draft, touched]);
  const update = (next: (draft: Draft) => Draft) => setState((now) => ({ draft: next(now.draft), touched: true }));

  return {
    draft,
    /** It was begun at another time. */
    wasKept: restored?.changed === true,
    change: (part: Partial<Draft>) => update((now) => ({ ...now, ...part, changed: true })),
    /** Goes to a step that is open. */
    go: (step: WizardStep) => update((now) => (isUnlocked(step, now) ? at(now, step) : now)),
    /** Goes to a step that is open from now on. */
    unlock: (step: WizardStep) => update((now) => at({ ...now, reached: furthest(now.reached, step) }, step)),
    startOver: () => {
      dropDraft(brandId, slot);
      setState({ draft: initial, touched: false });
    },
    drop: () => {
      setState((now) => ({ ...now, touched: false }));
      dropDraft(brandId, slot);
    },
  };
}
