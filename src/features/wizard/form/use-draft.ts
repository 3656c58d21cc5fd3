import { useEffect, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { Problems } from '../creation/problems.ts';
import { type Draft, type DraftFields, fieldsOf } from '../draft/draft.ts';
import { type DraftSlot, dropDraft, readDraft, writeDraft } from '../draft/draft-store.ts';
import { furthest, isUnlocked, stepsOf, type WizardStep } from '../wizard-steps.ts';

/** A draft's progress, limited to the steps of its type. */
function placeOf(draft: Draft): Pick<Draft, 'step' | 'reached'> {
  const steps = stepsOf(draft).map(({ key }) => key);
  return { step: steps.includes(draft.step) ? draft.step : 'tags', reached: draft.reached };
}

/**
 * The form of a slot's draft. All input is stored on the device, so it survives a reload and a lost network. `check`
 * validates a step's fields once the user first tries to leave it.
 */
export function useDraft(
  brandId: string,
  slot: DraftSlot,
  { initial, check }: { initial: Draft; check: (fields: DraftFields, step: WizardStep) => Problems },
) {
  const [restored, setRestored] = useState(() => readDraft(brandId, slot));
  const [begun, setBegun] = useState(() => restored ?? initial);
  const [place, setPlace] = useState(() => placeOf(begun));
  const [isKept, setKept] = useState(false);
  const isDropped = useRef(false);
  /** The step that the user tried to leave. */
  const tried = useRef<WizardStep | null>(null);
  const form = useForm<DraftFields>({
    defaultValues: fieldsOf(begun),
    mode: 'onChange',
    resolver(values) {
      const problems = tried.current === null ? {} : check(values, tried.current);
      const errors = Object.entries(problems).map(([field, message]) => [field, { type: 'check', message }]);
      return errors.length === 0 ? { values, errors: {} } : { values: {}, errors: Object.fromEntries(errors) };
    },
  });
  const { isDirty } = form.formState;
  const fields = useWatch({ control: form.control, compute: (values) => values });
  const changed = begun.changed || isDirty;
  useEffect(() => {
    if ((isKept || isDirty) && !isDropped.current) writeDraft(brandId, slot, { ...fields, ...place, changed });
  }, [brandId, slot, fields, place, changed, isKept, isDirty]);

  function goTo(next: typeof place) {
    tried.current = null;
    form.clearErrors();
    setPlace(next);
    setKept(true);
  }
  return {
    form,
    fields,
    place,
    /** True once anything was typed or chosen. */
    changed,
    /** True if the draft was begun before the wizard was opened, and wasn't started over. */
    wasKept: restored?.changed === true,
    /** Opens a step if it's unlocked. */
    go: (step: WizardStep) => isUnlocked(step, place) && goTo({ ...place, step }),
    /** Unlocks a step and opens it. */
    reach: (step: WizardStep) => goTo({ step, reached: furthest(place.reached, step) }),
    /**
     * Validates a step's fields, now and at every later change.
     * @returns true if they're valid
     */
    attempt(step: WizardStep): Promise<boolean> {
      tried.current = step;
      return form.trigger();
    },
    startOver() {
      form.reset(fieldsOf(initial));
      setRestored(null);
      setBegun(initial);
      goTo(placeOf(initial));
      setKept(false);
      dropDraft(brandId, slot);
    },
    drop() {
      isDropped.current = true;
      dropDraft(brandId, slot);
    },
  };
}
export type OpenDraft = ReturnType<typeof useDraft>;
