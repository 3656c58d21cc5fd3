import { useId } from 'react';
import type { UseFormRegister } from 'react-hook-form';
import type { DraftFields } from '../draft/draft.ts';
import { campaignTypeTexts } from './campaign-types.ts';
import classes from './Fields.module.css';

interface Props {
  register: UseFormRegister<DraftFields>;
  chosen: DraftFields['campaignType'];
}

/** Choice of how creators are paid, with an explanation of the current choice. */
export function TypeField({ register, chosen }: Props) {
  const id = useId();
  return (
    <fieldset aria-describedby={id} className={classes.group}>
      <legend className={classes.legend}>How creators are paid</legend>
      <div className={classes.types}>
        {campaignTypeTexts.map(({ type, label }) => (
          <label className={classes.tag} key={type}>
            <input type="radio" value={type} {...register('campaignType')} />
            <span>{label}</span>
          </label>
        ))}
      </div>
      <p className={classes.hint} id={id}>
        {campaignTypeTexts.find(({ type }) => type === chosen)?.text}
      </p>
    </fieldset>
  );
}
