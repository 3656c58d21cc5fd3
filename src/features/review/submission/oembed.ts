import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { oembeds, tikTokPlayer } from '#domain/posts/platforms.ts';
import { limits } from '#domain/shared/limits.ts';

const oembedSchema = v.object({
  thumbnail_url: v.optional(v.pipe(v.string(), v.regex(/^https:\/\//i))),
  html: v.string(),
  author_name: v.optional(v.string()),
});

export interface EmbeddedPost {
  coverUrl: string | null;
  author: string | null;
  /**
   * URL of TikTok's own player. TikTok's HTML is never inserted into the page; only the video's id is extracted from
   * it.
   */
  playerUrl: string;
}

/** Aborts with the reason of the first signal to abort. `AbortSignal.any` is newer than the browsers we support. */
function anySignal(...signals: readonly AbortSignal[]): AbortSignal {
  const controller = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) controller.abort(signal.reason);
    // Remove this listener once another signal has aborted.
    signal.addEventListener('abort', () => controller.abort(signal.reason), { signal: controller.signal });
  }
  return controller.signal;
}

/**
 * Fetches TikTok's oEmbed data for a post (https://developers.tiktok.com/doc/embed-videos).
 * @throws if the post was removed or is private, or the request fails
 */
async function fetchTikTok(postUrl: string, signal: AbortSignal): Promise<EmbeddedPost> {
  const timeout = AbortSignal.timeout(limits.requestTimeoutMs);
  const response = await fetch(oembeds.TIKTOK(postUrl), {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal: anySignal(signal, timeout),
  });
  if (!response.ok) throw new Error(`oEmbed answered ${response.status}`);
  const { thumbnail_url, html, author_name } = v.parse(oembedSchema, await response.json());
  const id = /data-video-id="(\d{5,25})"/.exec(html)?.[1];
  if (id === undefined) throw new Error('oEmbed names no video');
  return {
    coverUrl: thumbnail_url ?? null,
    author: author_name ?? null,
    playerUrl: tikTokPlayer(id),
  };
}

/** A TikTok post's oEmbed data. It changes rarely, and isn't part of our API's data. */
export const tikTokQuery = (postUrl: string) =>
  queryOptions({
    queryKey: ['oembed', postUrl] as const,
    queryFn: ({ signal }) => fetchTikTok(postUrl, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  });
