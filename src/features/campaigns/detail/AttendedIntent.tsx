import { useQueryClient } from '@tanstack/react-query';
import { attendedOf, attentionWords } from '#app/intents/attention-words.ts';
import { AttendedButtons, orderOfQueue, useParkedOn } from '#features/queue/public.ts';
import { Icon } from '#ui/media/icons.tsx';
import { clsx } from '#ui/styles/clsx.ts';
import tones from '#ui/styles/tones.module.css';
import classes from './StatusBanner.module.css';

/** Explains why an action on the campaign wasn't applied, with options to resolve it. */
export function AttendedIntent({ campaignId }: { campaignId: string }) {
  const client = useQueryClient();
  const action = useParkedOn({ type: 'campaign', id: campaignId });
  const attended = action && attendedOf(action);
  if (!attended) return null;
  const { title, text } = attentionWords(attended);
  return (
    <section aria-label={title} className={clsx(tones.tones, classes.banner)} data-tone="red" role="alert">
      <Icon className={classes.icon} name="alert" />
      <p className={classes.words}>
        <strong>{title}</strong> {text}
      </p>
      <div className={classes.actions}>
        <AttendedButtons
          attended={attended}
          offer={null}
          onDiscard={() => orderOfQueue(client, 'discard', action)}
          onRetry={() => orderOfQueue(client, 'retry', action)}
        />
      </div>
    </section>
  );
}
