import { formatUsd } from '#domain/money/money.ts';
import { dayAndAge } from '../shared/age.ts';
import { brandLine, brandState } from '../shared/format.ts';
import { fieldLines } from '../shared/lines.ts';
import type { ShownBrand } from './show-brand.ts';

/** Formats a brand for a terminal. */
export function brandText(brand: ShownBrand, now: Date): string {
  const { terms, money, campaigns, suspension } = brand;
  const done = Object.entries(brand.onboarding).flatMap(([step, isDone]) => (isDone ? [step] : []));
  return [
    brandLine(brand),
    ...fieldLines([
      ['State', `${brandState(brand)}${brand.emailVerified ? '' : ', email not verified'}`],
      ['Reason for suspension', suspension?.reason],
      ['Signed up', dayAndAge(brand.createdAt, now)],
      ['Emails are refused', brand.mailRefusal],
      ['Website', brand.websiteUrl],
      ['Store locator', brand.storeLocatorUrl],
      ['Icon', brand.iconUrl],
      ['Accounts', brand.handles.map(({ platform, username }) => `@${username} on ${platform}`)],
      ['Description', brand.description],
      ['Onboarding', done.length === 0 ? 'not started' : done.join(', ')],
      ['CPM', formatUsd(terms.cpmCents)],
      ['Hashtag', terms.requiredHashtag],
      ['The team may decide after', terms.silentDays === null ? null : `${terms.silentDays} silent days`],
      [
        'Money',
        `${formatUsd(money.availableCents)} available, ${formatUsd(money.pendingCents)} pending, ${formatUsd(money.heldCents)} held`,
      ],
      [
        'Campaigns',
        `${campaigns.inReview} in review, ${campaigns.approved} approved, ${campaigns.rejected} rejected, ${campaigns.archived} archived`,
      ],
      ['Tag for --seen', brand.seen],
    ]),
  ].join('\n');
}
