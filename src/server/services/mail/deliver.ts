import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/database.ts';
import { type Poller, startPolling } from '../jobs/poll.ts';
import { type MailRow, releaseAbandoned, retryMail, settleMail, takeDueMail } from './outbox.ts';
import type { RenderMail } from './registry.ts';
import { type MailText, renderHtml, renderText } from './render.ts';
import { fileTransport, MailError, type MailTransport, type ReadyMail, senderOf, smtpTransport } from './transport.ts';

interface DeliverDeps {
  db: Database;
  render: RenderMail;
  transport: MailTransport;
  log: Logger;
  now(): Date;
}

/** Interval at which the outbox is looked at unasked: for tries that are due, and for what other processes put into it. */
const pollMs = 5_000;

/** Sends mails as the settings say: by SMTP, or into files of the data directory. */
export function startConfiguredSender(
  { smtpUrl, dataDir }: Pick<Config, 'smtpUrl' | 'dataDir'>,
  { publicUrl, ...deps }: Omit<DeliverDeps, 'transport'> & { publicUrl(): string },
): Poller {
  const from = () => senderOf(smtpUrl, publicUrl());
  const transport = smtpUrl === null ? fileTransport(join(dataDir, 'mail'), from) : smtpTransport(smtpUrl, from);
  return startMailSender({ ...deps, transport });
}

/** Sends what is in the outbox, one mail after another, for as long as it runs. */
function startMailSender(deps: DeliverDeps): Poller {
  const sender = startPolling({
    everyMs: pollMs,
    round: (isStopped) => deliverDueMails(deps, isStopped),
    onError: (error) => deps.log.error({ err: error }, 'The mail outbox couldn’t be read'),
  });
  sender.wake();
  return sender;
}

/** Sends every mail that is due. */
export async function deliverDueMails(deps: DeliverDeps, isStopped = () => false): Promise<void> {
  await releaseAbandoned(deps.db, deps.now(), deps.transport.repeatable);
  while (!isStopped()) {
    const mail = await takeDueMail(deps.db, deps.now());
    if (mail === null) return;
    await deliver(deps, mail);
  }
}

async function deliver(deps: DeliverDeps, mail: MailRow): Promise<void> {
  const { db, log, transport } = deps;
  const { id, kind } = mail;
  let content: MailText | null;
  try {
    content = await deps.render(mail);
    if (content !== null) await transport.send(readyMail(mail, content));
  } catch (error) {
    await handleFailure(deps, mail, error);
    return;
  }
  // A failure from here on must not look like one of sending: the mail is out, and stays taken until it is released.
  await settleMail(db, id, content === null ? 'DROPPED' : 'SENT', { now: deps.now() });
  if (content === null || !transport.repeatable) return;
  // Only the operator reads a file; what SMTP takes is for its receiver alone.
  log.info({ mail: id, kind, link: content.action?.url }, 'A mail was written to a file');
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

async function handleFailure({ db, log, now }: DeliverDeps, mail: MailRow, error: unknown): Promise<void> {
  const outcome = error instanceof MailError ? error.outcome : 'retry';
  const text = error instanceof Error ? error.message : String(error);
  const named = { mail: mail.id, kind: mail.kind, err: error };
  if (outcome === 'retry' && (await retryMail(db, mail, text, now()))) {
    log.warn(named, 'A mail wasn’t sent and will be retried');
    return;
  }
  const status = outcome === 'refused' ? 'REFUSED' : 'FAILED';
  if (outcome !== 'retry') await settleMail(db, mail.id, status, { now: now(), error: text });
  log.error(named, outcome === 'unknown' ? 'A mail may not have been sent' : 'A mail wasn’t sent');
}
