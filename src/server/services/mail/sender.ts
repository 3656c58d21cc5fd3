import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import type { Poller } from '../poll.ts';
import { type DeliverDeps, startMailSender } from './deliver.ts';
import { fileTransport, senderOf, smtpTransport } from './transport.ts';

/** Sends mails as the settings say: by SMTP, or into files of the data directory. */
export function startConfiguredSender(
  { smtpUrl, dataDir }: Pick<Config, 'smtpUrl' | 'dataDir'>,
  deps: Omit<DeliverDeps, 'transport'>,
): Poller {
  const from = () => senderOf(smtpUrl, deps.publicUrl());
  const transport = smtpUrl === null ? fileTransport(join(dataDir, 'mail'), from) : smtpTransport(smtpUrl, from);
  return startMailSender({ ...deps, transport });
}
