import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { requestCreatorLink } from '#contract/creator/creator.ts';
import type { ErrorCode } from '#contract/wire/error.ts';
import { Icon, type IconName } from '#ui/media/icons.tsx';
import { codeOf, isNetwork } from '../data/failure.ts';
import { callCreator } from '../data/http.ts';
import classes from './BadLink.module.css';
import { Frame } from './Frame.tsx';

const looks = {
  replaced: {
    icon: 'mail',
    title: 'This link was replaced',
    text: 'Use the link in our most recent email, or get a new one.',
  },
  ended: {
    icon: 'clock',
    title: 'This link has expired',
    text: 'Links expire 30 days after the offer ends. If you still need your offer, request a new link.',
  },
  unknown: {
    icon: 'alert',
    title: 'This link doesn’t work',
    text: 'It may be incomplete. Open it from the email again, or copy the whole link.',
  },
} as const satisfies Record<string, { icon: IconName; title: string; text: string }>;
type BadLinkKind = keyof typeof looks;

/** Problem with the link itself; null for any other failure. */
export function badLinkOf(code: ErrorCode | null): BadLinkKind | null {
  if (code === 'link_replaced') return 'replaced';
  if (code === 'link_ended') return 'ended';
  return code === 'unauthorized' || code === 'not_found' ? 'unknown' : null;
}

function failureText(error: unknown): string {
  switch (codeOf(error)) {
    case 'unauthorized':
      return 'We don’t recognize this link. Look for another email from us.';
    case 'too_many_requests':
      return 'We’ve sent several links recently. Check your inbox and spam folder, and try again later.';
    default:
      return isNetwork(error)
        ? 'The server didn’t respond. Check your email: the link may have been sent. If not, try again.'
        : 'We couldn’t send a link. Please try again later.';
  }
}

/** Explains why the link doesn't open an offer, and offers to email a valid one. */
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
            Email me a new link
          </Button>
        )}
        <p className={classes.said} role="status">
          {asking.isSuccess && 'We’ve emailed a new link to your address.'}
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
