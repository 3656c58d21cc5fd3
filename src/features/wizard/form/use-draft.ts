import { useEffect, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { Problems } from '../creation/problems.ts';
import { type Draft, type DraftFields, fieldsOf } from '../draft/draft.ts';
import { type DraftSlot, dropDraft, readDraft, writeDraft } from '../draft/draft-store.ts';
import { furthest, isUnlocked, stepsOf, type WizardStep } from '../wizard-steps.ts';

/** A draft's place, among the steps that its type has. */
function placeOf(draft: Draft): Pick<Draft, 'step' | 'reached'> {
  const steps = stepsOf(draft).map(({ key }) => key);
  return { step: steps.includes(draft.step) ? draft.step : 'tags', reached: draft.reached };
}

/**
 * The form of a slot's draft. All that is typed is kept on the device: it survives a reload and a lost network. A step's fields
 * are checked from when one tried to leave it, by `check`.
 */
export function useDraft(
  brandId: string,
  slot: DraftSlot,
  { initial, check }: { initial: Draft; check: (fields: DraftFields, step: WizardStep) => Problems },
) {
  const [restored] = useState(() => readDraft(brandId, slot));
  const [begun, setBegun] = useState(() => restored ?? initial);
  const [place, setPlace] = useState(() => placeOf(begun));
  const [isKept, setKept] = useState(false);
  const isDropped = useRef(false);
  /** The step that one tried to leave. */
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
    /** Something was typed or chosen. */
    changed,
    /** It was begun at another time. */
    wasKept: restored?.changed === true,
    /** Goes to a step that is open. */
    go: (step: WizardStep) => isUnlocked(step, place) && goTo({ ...place, step }),
    /** Goes to a step that is open from now on. */
    reach: (step: WizardStep) => goTo({ step, reached: furthest(place.reached, step) }),
    /** Checks the fields of a step, and as they change from now on. @returns true if nothing is wrong */
    attempt(step: WizardStep): Promise<boolean> {
      tried.current = step;
      return form.trigger();
    },
    startOver() {
      form.reset(fieldsOf(initial));
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
