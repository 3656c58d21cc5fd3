import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { requestCreatorLink } from '#contract/creator.ts';
import type { ErrorCode } from '#contract/error.ts';
import { Icon, type IconName } from '#ui/icons.tsx';
import classes from './BadLink.module.css';
import { Frame } from './Frame.tsx';
import { codeOf, isNetwork } from './failure.ts';
import { callCreator } from './http.ts';

const looks = {
  replaced: {
    icon: 'mail',
    title: 'There is a newer link',
    text: 'A newer mail has a newer link to your offer, and this one has ended. Open the newest mail that you have from us, or have one sent.',
  },
  ended: {
    icon: 'clock',
    title: 'This link has ended',
    text: 'Links end 30 days after the offer does. If you still need your offer, have a new link sent.',
  },
  unknown: {
    icon: 'alert',
    title: 'This link doesn’t open an offer',
    text: 'It may have been cut off on its way. Open it from the mail once more, or copy all of it.',
  },
} as const satisfies Record<string, { icon: IconName; title: string; text: string }>;
type BadLinkKind = keyof typeof looks;

/** The fault of the link itself; null for any other failure. */
export function badLinkOf(code: ErrorCode | null): BadLinkKind | null {
  if (code === 'link_replaced') return 'replaced';
  if (code === 'link_ended') return 'ended';
  return code === 'unauthorized' || code === 'not_found' ? 'unknown' : null;
}

function failureText(error: unknown): string {
  switch (codeOf(error)) {
    case 'unauthorized':
      return 'We can’t tell whose link this is. Look for another mail from us.';
    case 'too_many_requests':
      return 'Links were sent a moment ago. Look at your mails, also where spam goes, and try again later.';
    default:
      return isNetwork(error)
        ? 'No answer came. Look at your mails: it may have been sent. If not, try again.'
        : 'It could not be sent now. Please try again later.';
  }
}

/** The link opens nothing: why, and how to get one that does. */
export function BadLink({ kind, token }: { kind: BadLinkKind; token: string }) {
  const { icon, title, text } = looks[kind];
  const asking = useMutation({ mutationFn: () => callCreator(requestCreatorLink, { token, body: { token } }) });
  return (
    <Frame>
      <title>{`${title} · Afield`}</title>
      <div className={classes.state}>
        <span className={classes.mark} data-kind={kind}>
          <Icon name={icon} size={24} />
        </span>
        <h1>{title}</h1>
        <p>{text}</p>
        {token !== '' && !asking.isSuccess && (
          <Button loading={asking.isPending} onClick={() => asking.mutate()}>
            Send me a new link
          </Button>
        )}
        <p className={classes.said} role="status">
          {asking.isSuccess && 'A new link is on its way to the address that we have of you.'}
        </p>
        {asking.isError && (
          <p className={classes.failed} role="alert">
            {failureText(asking.error)}
          </p>
        )}
      </div>
    </Frame>
  );
}
