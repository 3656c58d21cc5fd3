import type { UseFormRegister } from 'react-hook-form';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import type { DraftFields } from '../draft/draft.ts';
import classes from './Fields.module.css';
import { Fold } from './Fold.tsx';

const types = [
  { type: 'CPM', label: 'By views', text: 'You set a budget and pay for each thousand views.' },
  { type: 'FLAT_FEE', label: 'Flat fee', text: 'A fee is agreed with each creator. It needs no budget here.' },
  { type: 'DROP', label: 'Product drop', text: 'Creators get your product. It needs no budget here.' },
] as const;

interface Props {
  register: UseFormRegister<DraftFields>;
  chosen: DraftFields['campaignType'];
}

/** Choice of how creators are paid: nearly always by views, so the others are out of the way. */
export function TypeField({ register, chosen }: Props) {
  const current = types.find(({ type }) => type === chosen);
  return (
    <Fold
      isFilled={chosen !== 'CPM'}
      summary={
        <>
          How creators are paid: <strong>{current?.label}</strong>
        </>
      }
    >
      <fieldset className={classes.group}>
        <legend>
          <VisuallyHidden>How creators are paid</VisuallyHidden>
        </legend>
        <div className={classes.cards}>
          {types.map(({ type, label, text }) => (
            <label className={classes.card} data-chosen={type === chosen || undefined} key={type}>
              <span className={classes.choice}>
                <input type="radio" value={type} {...register('campaignType')} />
                <span className={classes.choiceName}>
                  {label}
                  <small>{text}</small>
                </span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
    </Fold>
  );
}
