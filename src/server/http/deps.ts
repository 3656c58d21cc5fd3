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

/** Dependencies of the handlers. */
export interface HttpDeps {
  db: Database;
  /** Serves reports; null to read them from `db`. */
  standby?: Pick<Standby, 'read'> | null;
  access: AccessTokens;
  /** Access tokens of the provider's team. */
  adminAccess: AccessTokens;
  refresh: RefreshTokens;
  codes: EmailCodes;
  links: CreatorLinks;
  /** URLs at which brands download originals. */
  originalLinks: TimedLinks;
  /** Links at which the team watches drafts. */
  watchLinks: TimedLinks;
  /** Links with which creators turn off reminders. */
  reminders: ReminderLinks;
  mail: Pick<Poller, 'wake'>;
  background: Background;
  live: Live;
  uploads: Uploads;
  /** Content of brands' tus uploads, until it is stored. */
  media: UploadFiles;
  push: {
    /** The server's public key, in the form that browsers expect for a subscription. */
    publicKey: string;
    /** Origins of push services in addition to the built-in ones. */
    pushServices: readonly string[];
  };
  payments: PaymentProviders;
  lookUpPost: LookUpPost;
  log: Logger;
  observe?: Observe;
  now(): Date;
  /** Proxies whose forwarding headers are trusted. */
  trustedProxies: TrustedProxies;
  /** Emails of accounts that a caller may not log in to. */
  closedTo?(caller: Pick<Caller, 'remoteSign'>): readonly string[];
  /** Feature flags. */
  flags: Flags;
  /** True to validate each response against the contract before sending it; a violation becomes a 500. */
  checkAnswers: boolean;
}
