import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRetryOnline } from '#app/queries/retry-online.ts';
import { Icon } from '#ui/media/icons.tsx';
import { Picture } from '#ui/media/Picture.tsx';
import { Loading, SkeletonBlock } from '#ui/states/Skeleton.tsx';
import classes from '../player/Media.module.css';
import { tikTokQuery } from './oembed.ts';

/**
 * A post on TikTok: shows its cover, and loads TikTok's player only after a tap. The rest of the screen doesn't wait
 * for it.
 */
export function TikTokEmbed({ url, label }: { url: string; label: string }) {
  const { data, isError, refetch } = useQuery(tikTokQuery(url));
  const [playing, setPlaying] = useState(false);
  useRetryOnline(isError, refetch);
  return <div className={classes.frame}>{content()}</div>;

  function content() {
    if (isError) {
      return (
        <div className={classes.fallback} role="status">
          <Icon name="image" size={32} />
          <p>Error fetching TikTok embedded video, please check if it has been removed or try again later</p>
          <button className={classes.again} onClick={() => void refetch()} type="button">
            Try again
          </button>
        </div>
      );
    }
    if (data === undefined) {
      return (
        <Loading label="Loading the post">
          <SkeletonBlock height="100cqh" radius={0} />
        </Loading>
      );
    }
    if (playing) {
      return (
        <iframe
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
          className={classes.player}
          referrerPolicy="strict-origin-when-cross-origin"
          sandbox="allow-scripts allow-same-origin allow-popups allow-presentation"
          src={data.playerUrl}
          title={label}
        />
      );
    }
    return (
      <>
        {data.coverUrl && <Picture alt="" className={classes.cover} src={data.coverUrl} />}
        <button aria-label={`Play ${label}`} className={classes.play} onClick={() => setPlaying(true)} type="button">
          <span>
            <Icon name="play" size={32} />
          </span>
        </button>
        {data.author && <p className={classes.author}>{data.author}</p>}
      </>
    );
  }
}
