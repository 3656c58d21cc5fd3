import { and, eq, sql } from 'drizzle-orm';
import { comparableName, isNameOf, mayBeJoint, otherAccount } from '#domain/posts/post-link-check.ts';
import type { BrandWriter } from '#server/database/brand-scope.ts';
import { creators, offers } from '#server/database/tables/tables.ts';
import { currentNameLookup } from '#server/services/posts/account-names.ts';
import { findClaimedNames } from '#server/services/posts/registry/claim.ts';
import type { RefusedRow } from '../report.ts';
import { type Metric, postKeyOf } from '../rows/read-metrics.ts';
import { refusedRow } from './refused-rows.ts';

/**
 * Refuses rows whose link or platform names a different account, and replaces former account names in the others. A
 * joint post may name its other author if it was submitted for the row's account.
 */
export async function checkAccounts(
  writer: BrandWriter,
  metrics: readonly Metric[],
  refuse: (row: RefusedRow) => void,
): Promise<Metric[]> {
  const authorOf = ({ author, link }: Metric) => author ?? link.account;
  const present = await currentNameLookup(
    writer.db,
    metrics.flatMap((metric) =>
      [metric.username, authorOf(metric)].flatMap((username) =>
        username === null ? [] : [{ platform: metric.link.platform, username }],
      ),
    ),
  );
  const checked = metrics.map((metric) => {
    const { link, username } = metric;
    const { platform } = link;
    const [author, account] = [authorOf(metric), present({ platform, username })];
    const isSame =
      author === null ||
      author === username ||
      isNameOf(present({ platform, username: author }), { platform, username: account });
    return {
      metric: { ...metric, username: account },
      problem: isSame ? null : otherAccount(link, { platform, username }, author),
    };
  });
  const doubtful = checked.flatMap(({ metric, problem }) =>
    problem !== null && mayBeJoint(metric.link) ? [metric] : [],
  );
  const joint = await submittedFor(writer, doubtful);
  return checked.flatMap(({ metric, problem }) => {
    if (problem === null || joint.get(postKeyOf(metric.link)) === comparableName(metric.username)) return [metric];
    refuse(refusedRow(metric, problem));
    return [];
  });
}

/** Returns the accounts of the brand's offers that these posts were submitted for, by the posts' keys. */
async function submittedFor({ db, own }: BrandWriter, metrics: readonly Metric[]): Promise<Map<string, string>> {
  const accounts = new Map<string, string>();
  const held = await findClaimedNames(
    db,
    metrics.map(({ link }) => link),
  );
  if (held.length === 0) return accounts;
  const rows = await db
    .select({ offerId: offers.id, username: creators.username })
    .from(offers)
    .innerJoin(creators, and(eq(creators.brandId, offers.brandId), eq(creators.id, offers.creatorId)))
    .where(own(offers, sql`${offers.id} = any(${`{${held.map(({ offerId }) => offerId).join()}}`}::text[])`));
  const usernames = new Map(rows.map(({ offerId, username }) => [offerId, username]));
  for (const { platform, name, offerId } of held) {
    const username = usernames.get(offerId);
    if (username !== undefined) accounts.set(`${platform} ${name}`, comparableName(username));
  }
  return accounts;
}
