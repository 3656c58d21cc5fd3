import type { SocialPlatform } from '#contract/brand/campaign.ts';
import { hasInvisible, visibleText } from '../shared/visible-text.ts';
import type { PlatformUrl } from './platform-url.ts';
import { appLinks, type OtherPage, otherPages } from './platforms.ts';
import { type PostLink, platformUrls, postAt, postName } from './post-link.ts';
import { profileAt } from './profile-address.ts';
import { toStoredAddress } from './web-address.ts';

/** A platform's page that isn't a post; null if its kind is unknown. */
interface Page {
  platform: SocialPlatform;
  page: OtherPage | null;
}

/** Links found in pasted text. */
export interface PastedLinks {
  /** Distinct posts, in order. */
  posts: readonly PostLink[];
  /** Other pages on platforms. */
  pages: readonly Page[];
  /** True if a URL contains invisible characters. */
  isHidden: boolean;
}

const repeatedScheme = /(?:https?:\/{0,2})+(?=https?:\/\/)/gi;
/** Splits URLs pasted without a separator. Doesn't match a URL inside another URL, which follows one of these characters. */
const nextAddress = /([^\s=?&/%])(?=https?:\/\/)/gi;
const separators = /[\p{Zs}\t\n\r<>"'`“”„‘’«»‹›|]+/u;
const around = /^[([{*_,;:!¡¿]+|[)\]}*.,;:!?…。，]+$/gu;
const withScheme = /^(?:https?:)?\/\//i;
const withoutScheme = /^(?:[\p{L}\p{N}_-]+\.)+\p{L}{2,}(?::\d+)?(?:[/?#]|$)/u;

/** URLs in a text, with or without a scheme, including those in quotes or brackets, or at the end of a sentence. */
function addressesIn(text: string): string[] {
  const parts = text.replace(repeatedScheme, '').replace(nextAddress, '$1 ').split(separators);
  return parts.flatMap((part) => {
    const given = visibleText(part).replace(around, '');
    const bare = appLinks.reduce((text, { start, address }) => text.replace(start, address), given);
    return withScheme.test(bare) || withoutScheme.test(bare) ? [bare.replace(/^\/\//, '')] : [];
  });
}

/** Finds post links in typed or pasted text. Makes no request. */
export function parsePastedLinks(text: string): PastedLinks {
  const posts = new Map<string, PostLink>();
  const pages: Page[] = [];
  const addresses = addressesIn(text);
  for (const address of addresses) {
    const urls = platformUrls(toStoredAddress(address) ?? '');
    const post = urls.map(postAt).find((found) => found !== null);
    if (post) posts.set(`${post.platform} ${postName(post)}`, post);
    else pages.push(...urls.slice(-1).map((url) => ({ platform: url.platform, page: pageAt(url) })));
  }
  return { posts: [...posts.values()], pages, isHidden: addresses.some(hasInvisible) };
}

function pageAt(url: PlatformUrl): OtherPage | null {
  const { platform, host, path } = url;
  const known = otherPages[platform].find((each) => each.host?.test(host) !== false && each.path.test(path));
  if (known !== undefined) return known.page;
  // A profile tab has one segment after the handle, and a Facebook page two before its number.
  return profileAt(url) !== '' && path.split('/').length <= 3 ? 'profile' : null;
}
