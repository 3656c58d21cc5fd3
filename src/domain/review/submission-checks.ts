import type { EvidenceType, Fulfillment, Offer } from '#contract/brand/offer.ts';
import { platformNames } from '../posts/platforms.ts';
import { handleText } from '../posts/web-links.ts';
import { hasTag } from './caption-tags.ts';
import { disclosures } from './disclosures.ts';
import { videoTime } from './video-time.ts';

/** A fact about a submission, or a comparison of the submission with the brief. */
export interface SubmissionCheck {
  name: 'Length' | 'Format' | 'Sound' | 'Hashtag' | 'Brand tag' | 'Disclosure' | 'Account';
  /** `fact` if there is no requirement. */
  result: 'met' | 'attention' | 'fact';
  text: string;
}

interface CheckedSubmission {
  evidenceType: EvidenceType;
  metadata: Fulfillment['metadata'];
  account: Offer['socialAccount'];
  /** The required hashtag, with its `#`; null if the campaign requires none. */
  hashtag: string | null;
  /** The brand's handle on the offer's platform, with its `@`; null if it has none. */
  brandTag: string | null;
}

/** Ratio of the sides up to which a format counts as square. */
const squareTo = 1.1;

function formatOf(width: number, height: number): Omit<SubmissionCheck, 'name'> {
  const size = `${width} × ${height}`;
  if (width > height * squareTo) return { result: 'attention', text: `Horizontal, ${size}` };
  if (height > width * squareTo) return { result: 'fact', text: `Vertical, ${size}` };
  return { result: 'fact', text: `Square, ${size}` };
}

function mediaChecks({ durationMs, width, height, hasSound }: CheckedSubmission['metadata']): SubmissionCheck[] {
  return [
    ...(durationMs === undefined
      ? []
      : [{ name: 'Length', result: 'fact', text: videoTime(durationMs / 1000) } as const]),
    ...(width === undefined || height === undefined ? [] : [{ name: 'Format', ...formatOf(width, height) } as const]),
    ...(hasSound === undefined
      ? []
      : [
          hasSound
            ? ({ name: 'Sound', result: 'met', text: 'Has sound' } as const)
            : ({ name: 'Sound', result: 'attention', text: 'No sound' } as const),
        ]),
  ];
}

const tagCheck = (name: 'Hashtag' | 'Brand tag', caption: string, tag: string | null): SubmissionCheck[] => {
  if (tag === null) return [];
  return hasTag(caption, tag)
    ? [{ name, result: 'met', text: `${tag} is in the caption` }]
    : [
        {
          name,
          result: 'attention',
          text: `${tag} isn’t in the caption. Afield adds it to the caption that the creator copies.`,
        },
      ];
};

function disclosureOf({ platform }: CheckedSubmission['account'], caption: string): SubmissionCheck {
  if (hasTag(caption, '#ad')) return { name: 'Disclosure', result: 'met', text: '#ad is in the caption' };
  const asked = `On ${platformNames[platform]}, the creator is asked to ${disclosures[platform]}`;
  return { name: 'Disclosure', result: 'fact', text: `#ad isn’t in the caption. ${asked}` };
}

function accountCheck(isNamed: boolean | undefined, username: string): SubmissionCheck[] {
  if (isNamed === undefined) return [];
  const handle = handleText(username);
  return isNamed
    ? [{ name: 'Account', result: 'met', text: `The post is by ${handle}` }]
    : [
        {
          name: 'Account',
          result: 'attention',
          text: `The link doesn’t confirm whose post it is. Open it and check that it’s by ${handle}.`,
        },
      ];
}

/**
 * Checks of a submission, based on its file's metadata and its caption. Omits facts that the server doesn't provide. Only the
 * account of a post is checked, since its caption and labels exist only on its platform.
 */
export function checksOf(of: CheckedSubmission): SubmissionCheck[] {
  const { evidenceType, metadata, account, hashtag, brandTag } = of;
  if (evidenceType === 'PUBLISHED_VIDEO_URL') return accountCheck(metadata.accountChecked, account.username);
  const caption = metadata.caption ?? '';
  return [
    ...mediaChecks(metadata),
    ...tagCheck('Hashtag', caption, hashtag),
    ...tagCheck('Brand tag', caption, brandTag),
    disclosureOf(account, caption),
  ];
}
