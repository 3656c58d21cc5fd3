import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import type { mails } from '#server/database/tables/account-tables.ts';
import type { Poller } from '../jobs/poll.ts';
import { type End, type Failure, type JobDeps, jobRunner } from '../jobs/runner.ts';
import { endOfMail, type MailRow, mailJobs } from './outbox.ts';
import type { RenderMail } from './registry.ts';
import { type MailText, renderHtml, renderText } from './render.ts';
import { fileTransport, MailError, type MailTransport, type ReadyMail, senderOf, smtpTransport } from './transport.ts';

interface DeliverDeps extends JobDeps {
  render: RenderMail;
  transport: MailTransport;
  log: Logger;
}

/**
 * Sends emails by the configured transport until the returned poller is stopped: SMTP, or files in the data directory.
 */
export function startConfiguredSender(
  { smtpUrl, dataDir }: Pick<Config, 'smtpUrl' | 'dataDir'>,
  { publicUrl, ...deps }: Omit<DeliverDeps, 'transport'> & { publicUrl(): string },
): Poller {
  const from = () => senderOf(smtpUrl, publicUrl());
  const transport = smtpUrl === null ? fileTransport(join(dataDir, 'mail'), from) : smtpTransport(smtpUrl, from);
  return mailRunner({ ...deps, transport }).start();
}

/** Sends every due email. */
export const deliverDueMails = (deps: DeliverDeps) => mailRunner(deps).drain();

/** Sends the outbox's emails, one after another. */
const mailRunner = (deps: DeliverDeps) =>
  jobRunner(deps, {
    ...{ jobs: mailJobs(deps.transport.repeatable), pollMs: 5_000, atOnce: 1, words: 'An email wasn’t sent' },
    run: (mail) => deliver(deps, mail),
    toFailure: (error) => toFailure(error, deps.now()),
    facts: ({ id, kind }) => ({ mail: id, kind }),
  });

async function deliver({ render, transport, log, now }: DeliverDeps, mail: MailRow): Promise<End<typeof mails>> {
  const content = await render(mail);
  if (content === null) return { set: endOfMail('DROPPED', now()), result: 'nothing' };
  await transport.send(readyMail(mail, content));
  // Log the link only for a file, which only the operator reads; an email sent by SMTP is private to its recipient.
  const { id, kind } = mail;
  if (transport.repeatable) log.info({ mail: id, kind, link: content.action?.url }, 'An email was written to a file');
  return { set: endOfMail('SENT', now()) };
}

const readyMail = ({ id, recipient, createdAt }: MailRow, content: MailText): ReadyMail => ({
  id,
  to: recipient,
  subject: content.subject,
  text: renderText(content),
  html: renderHtml(content),
  date: createdAt,
  unsubscribeUrl: content.unsubscribeUrl ?? null,
});

const statusAfter = { retry: 'UNSENT', refused: 'REFUSED', unknown: 'FAILED' } as const;
const resultAfter = { retry: 'failed', refused: 'refused', unknown: 'unknown' } as const;

function toFailure(cause: unknown, now: Date): Failure<typeof mails> {
  const outcome = cause instanceof MailError ? cause.outcome : 'retry';
  const error = cause instanceof Error ? cause.message : String(cause);
  return {
    ...{ retryAfterMs: outcome === 'retry' ? 0 : null, result: resultAfter[outcome] },
    ...{ error, end: { set: endOfMail(statusAfter[outcome], now, error) } },
    ...(outcome === 'unknown' && { words: 'An email may not have been sent' }),
  };
}
