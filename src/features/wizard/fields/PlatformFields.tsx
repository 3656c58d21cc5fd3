import { useId } from 'react';
import { useController } from 'react-hook-form';
import { isSwitchedOn } from '#domain/campaigns/flags.ts';
import { type OfferedPlatform, offeredPlatforms } from '#domain/posts/handles.ts';
import { PlatformIcon } from '#ui/media/PlatformIcon.tsx';
import classes from './Fields.module.css';
import { HandleField } from './HandleField.tsx';
import type { StepProps } from './step-props.ts';

/** Choice of platforms, one or several depending on a flag, each with the brand's handle. */
export function PlatformFields({ form, fields, brand, flags, online }: StepProps) {
  const id = useId();
  const { field: platforms, fieldState } = useController({ control: form.control, name: 'platforms' });
  const { field: handles } = useController({ control: form.control, name: 'handles' });
  const isMany = flags.crossPlatformCampaigns;
  const offered = offeredPlatforms.filter(({ platform }) => isSwitchedOn(platform, flags));
  // A copied campaign may have several platforms; the user then has to choose one again.
  const chosen = isMany || fields.platforms.length === 1 ? fields.platforms : [];
  const problem = fieldState.error?.message ?? null;
  const toggle = (platform: OfferedPlatform, on: boolean) => {
    const others = fields.platforms.filter((chosen) => chosen !== platform);
    platforms.onChange(isMany ? (on ? [...others, platform] : others) : [platform]);
  };
  return (
    <fieldset aria-describedby={problem === null ? undefined : `${id}-problem`} className={classes.group}>
      <legend className={classes.legend}>{isMany ? 'Social platforms' : 'Social platform'}</legend>
      {problem !== null && (
        <p className={classes.problem} id={`${id}-problem`}>
          {problem}
        </p>
      )}
      <div className={classes.cards}>
        {offered.map(({ platform, label, field }, index) => {
          const isChosen = chosen.includes(platform);
          const handle = brand[field]?.trim();
          return (
            <div className={classes.card} data-chosen={isChosen || undefined} key={platform}>
              <label className={classes.choice}>
                <input
                  checked={isChosen}
                  data-invalid={(problem !== null && index === 0) || undefined}
                  name={`${id}-platform`}
                  onChange={({ currentTarget }) => toggle(platform, currentTarget.checked)}
                  type={isMany ? 'checkbox' : 'radio'}
                />
                <PlatformIcon decorative platform={platform} size={20} />
                <span className={classes.choiceName}>{label}</span>
                {handle && <span className={classes.faint}>@{handle}</span>}
              </label>
              {isChosen && !handle && (
                <HandleField
                  brandField={field}
                  label={label}
                  onChange={(typed) => handles.onChange({ ...handles.value, [platform]: typed })}
                  online={online}
                  platform={platform}
                  typed={handles.value[platform] ?? ''}
                />
              )}
            </div>
          );
        })}
      </div>
    </fieldset>
  );
}
