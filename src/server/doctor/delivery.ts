import { join } from 'node:path';
import type { Config } from '../config.ts';
import { reasonOf } from '../errors/start-error.ts';
import { newId } from '../ids.ts';
import { checkLogin, MailError, senderOf, smtpTransport } from '../services/mail/transport.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const limitMs = 10_000;

type MailSettings = Pick<Config, 'smtpUrl' | 'teamEmail' | 'dataDir' | 'publicUrl' | 'app'>;

/**
 * Logs in to the mail server.
 * @param mailTo recipient of a test email; null to send none
 */
export async function checkEmail(settings: MailSettings, mailTo: string | null): Promise<Finding[]> {
  const { smtpUrl, teamEmail, dataDir, publicUrl, app } = settings;
  const found: Finding[] = [];
  if (smtpUrl === null) {
    found.push(
      warning(`Emails aren’t sent, but written to ${join(dataDir, 'mail')}.`, 'Set SMTP_URL to your mail server.'),
    );
  } else {
    found.push(await checkSmtp(smtpUrl, senderOf(smtpUrl, publicUrl ?? 'http://localhost'), mailTo));
  }
  if (teamEmail === null)
    found.push(warning('The team isn’t emailed about pending work.', 'Set TEAM_EMAIL to its address.'));
  if (app.supportEmail === undefined)
    found.push(warning('Screens and emails show no support contact.', 'Set SUPPORT_EMAIL to an address.'));
  return found;
}

async function checkSmtp(smtpUrl: string, from: string, mailTo: string | null): Promise<Finding> {
  try {
    await checkLogin(smtpUrl);
    if (mailTo === null)
      return ok('The mail server accepted the login. To send yourself an email, add --mail-to ADDRESS.');
    const text =
      'Email from Afield reaches you. If you found this one in the spam folder, set up SPF and DKIM for the sender’s domain.';
    const mail = { id: newId('mai'), to: mailTo, subject: 'Afield test email', text, html: `<p>${text}</p>` };
    await smtpTransport(smtpUrl, () => from).send({ ...mail, date: new Date(), unsubscribeUrl: null });
    return ok(`The mail server accepted an email from ${from} to ${mailTo}. Check that it arrives, and not as spam.`);
  } catch (error) {
    // The server's message may contain the user name, but never the password.
    const reason = error instanceof MailError ? error.message : (reasonOf(error) ?? String(error));
    return problem(`The mail server can’t be used: ${reason}.`, 'Check the host, port, user and password in SMTP_URL.');
  }
}

/** Push services of Chrome, Firefox and Safari. */
export const pushServices = [
  'https://fcm.googleapis.com',
  'https://updates.push.services.mozilla.com',
  'https://web.push.apple.com',
];

/**
 * Checks that push services are reachable; sends no push.
 * @param services origins
 */
export async function checkPush(
  { publicUrl, push }: Pick<Config, 'publicUrl' | 'push'>,
  services: readonly string[],
): Promise<Finding[]> {
  const found: Finding[] = [];
  if (publicUrl === null || !publicUrl.startsWith('https:'))
    found.push(warning('Browsers support push on https: pages only.', 'Set PUBLIC_URL to an https: address.'));
  const origins = [...services, ...push.services];
  const reached = await Promise.all(
    origins.map((origin) =>
      fetch(origin, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(limitMs) }).then(
        () => true,
        () => false,
      ),
    ),
  );
  const missing = origins.filter((_, i) => !reached[i]);
  if (missing.length === 0) return [...found, ok(`All ${origins.length} push services can be reached.`)];
  return [
    ...found,
    problem(
      `This machine can’t reach ${missing.join(', ')}, so their browsers get no notifications.`,
      'Allow outgoing https: to them, without a proxy. Other browsers are not affected.',
    ),
  ];
}
