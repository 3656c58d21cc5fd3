import type { Logger } from 'pino';
import type { Flags } from '#domain/campaigns/flags.ts';
import type { Background } from '../background.ts';
import type { TrustedProxies } from '../config/proxies.ts';
import type { Database } from '../database/database.ts';
import type { Standby } from '../database/standby.ts';
import type { Observe } from '../observing/observe.ts';
import type { EmailCodes } from '../services/accounts/email-codes.ts';
import type { RefreshTokens } from '../services/accounts/sessions/refresh-tokens.ts';
import type { Caller } from '../services/accounts/sessions/sessions.ts';
import type { CreatorLinks } from '../services/creators/links.ts';
import type { Live } from '../services/feed/live/live.ts';
import type { UploadFiles } from '../services/files/transfers/upload-store.ts';
import type { Uploads } from '../services/files/uploads/uploads.ts';
import type { Poller } from '../services/jobs/poll.ts';
import type { PaymentProviders } from '../services/ledger/payments/provider.ts';
import type { ReminderLinks } from '../services/notices/creators/unsubscribing.ts';
import type { LookUpPost } from '../services/posts/lookups/look-up.ts';
import type { AccessTokens } from '../services/shared/access-tokens.ts';
import type { TimedLinks } from '../services/shared/timed-links.ts';

/** Services that the handlers use. */
export interface HttpDeps {
  db: Database;
  /** Answers reports; null: the database does. */
  standby?: Pick<Standby, 'read'> | null;
  access: AccessTokens;
  /** Tokens of the provider's team. */
  adminAccess: AccessTokens;
  refresh: RefreshTokens;
  codes: EmailCodes;
  /** Links of creators. */
  links: CreatorLinks;
  /** Addresses from which brands download originals. */
  originalLinks: TimedLinks;
  /** Links by which the team watches drafts. */
  watchLinks: TimedLinks;
  /** Links by which creators turn reminders off. */
  reminders: ReminderLinks;
  mail: Pick<Poller, 'wake'>;
  background: Background;
  /** Streams of changes. */
  live: Live;
  uploads: Uploads;
  /** Content of brands' uploads by the tus protocol, until it is stored. */
  media: UploadFiles;
  push: {
    /** The server's key, as browsers want it for a subscription. */
    publicKey: string;
    /** Origins of push services beyond the known. */
    pushServices: readonly string[];
  };
  payments: PaymentProviders;
  lookUpPost: LookUpPost;
  log: Logger;
  observe?: Observe;
  now(): Date;
  /** Proxies whose forwarded client address is trusted. */
  trustedProxies: TrustedProxies;
  /** E-mails of accounts that a caller may not log in to. */
  closedTo?(caller: Pick<Caller, 'remoteSign'>): readonly string[];
  /** Switches that are on or off for brands. */
  flags: Flags;
  /** True if each answer is held against the contract before it is sent; a breach is a 500. */
  checkAnswers: boolean;
}
