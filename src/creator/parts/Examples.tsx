import type { CreatorOffer } from '#contract/creator/creator.ts';
import { webUrlOf } from '#domain/posts/web-links.ts';
import { Icon } from '#ui/media/icons.tsx';
import { Picture } from '#ui/media/Picture.tsx';
import classes from './Facts.module.css';

type Media = NonNullable<CreatorOffer['campaign']['brief']['media']>;

/** URL of one of our own files, or a URL that's safe to link to. */
const addressOf = (url: string | undefined) => (url?.startsWith('/files/') ? url : webUrlOf(url));

/** Examples that can be shown, numbered because the same one may appear twice. */
const shownOf = (media: Media) =>
  media
    .map(({ imageUrl, videoUrl }) => ({ image: addressOf(imageUrl), video: addressOf(videoUrl) }))
    .filter(({ image, video }) => image !== null || video !== null)
    .map((each, place) => ({ ...each, key: `${place} ${each.image ?? each.video}`, label: `Example ${place + 1}` }));

const isVideoFile = (url: string) => /\.(mp4|webm|mov)(\?|$)/i.test(url);

/** A frame near the start replaces a poster: at 0 s many videos are black, and iPhones show nothing. */
const withFrame = (url: string) => (url.includes('#') ? url : `${url}#t=0.5`);

/**
 * Pictures and videos that the brand likes, and links to other sites. Only a video's first frame loads before playback.
 */
export const Examples = ({ media }: { media: Media }) => (
  <ul className={classes.examples}>
    {shownOf(media).map(({ key, label, image, video }) => {
      return (
        <li key={key}>
          {image !== null ? (
            <Picture alt={label} className={classes.example} height={213} loading="lazy" src={image} width={120} />
          ) : video !== null && isVideoFile(video) ? (
            // biome-ignore lint/a11y/useMediaCaption: examples of brands come without a track
            <video
              aria-label={label}
              className={classes.example}
              controls
              playsInline
              preload="metadata"
              src={withFrame(video)}
            />
          ) : (
            <a
              aria-label={`${label}, opens in a new tab`}
              className={classes.link}
              href={video ?? undefined}
              rel="noreferrer"
              target="_blank"
            >
              <Icon name="play" size={18} />
              {label}
            </a>
          )}
        </li>
      );
    })}
  </ul>
);
