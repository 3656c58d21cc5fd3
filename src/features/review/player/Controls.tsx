import { type ReactNode, useEffect, useState } from 'react';
import { Icon } from '#ui/media/icons.tsx';
import classes from './Player.module.css';
import { jumpSeconds, type PlayerHandle, playRates } from './player-handle.ts';
import { type Mark, Scrubber } from './Scrubber.tsx';

/** iPhones allow fullscreen only for videos, with a method of their own. */
type ApplePhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

/** Opens a video in fullscreen, with the browser's own controls; null if that isn't possible. */
function fullscreenOf(video: ApplePhoneVideo | null): (() => void) | null {
  if (video === null) return null;
  if (document.fullscreenEnabled && 'requestFullscreen' in video) return () => void openFullscreen(video);
  const { webkitEnterFullscreen } = video;
  return webkitEnterFullscreen ? () => webkitEnterFullscreen.call(video) : null;
}

async function openFullscreen(video: HTMLVideoElement): Promise<void> {
  video.controls = true;
  const leave = () => {
    if (document.fullscreenElement === video) return;
    video.controls = false;
    document.removeEventListener('fullscreenchange', leave);
  };
  document.addEventListener('fullscreenchange', leave);
  try {
    await video.requestFullscreen();
  } catch {
    // Fullscreen was refused, for example in an iframe without permission, so the video stays in place.
    leave();
  }
}

interface Props {
  handle: PlayerHandle;
  video: HTMLVideoElement | null;
  durationS: number;
  marks: readonly Mark[];
  onTapTime?: ((seconds: number) => void) | undefined;
}

/** Playback state, which media keys and native controls also change. */
function usePlayback(video: HTMLVideoElement | null) {
  const [state, setState] = useState({ paused: true, rate: 1 });
  useEffect(() => {
    if (video === null) return;
    const read = () => setState({ paused: video.paused, rate: video.playbackRate });
    const events = ['play', 'pause', 'ended', 'ratechange'];
    for (const event of events) video.addEventListener(event, read);
    return () => {
      for (const event of events) video.removeEventListener(event, read);
    };
  }, [video]);
  return state;
}

interface ControlProps {
  label: string;
  onPress: () => void;
  children: ReactNode;
  isPressed?: boolean;
  /** Keyboard shortcut, for screens that have shortcuts. */
  keys?: string;
  /** True if holding the key down repeats the action. */
  repeats?: boolean;
  className?: string | undefined;
}

const Control = ({ label, onPress, children, isPressed, keys, repeats, className }: ControlProps) => (
  <button
    aria-keyshortcuts={keys}
    aria-label={label}
    aria-pressed={isPressed}
    className={`${classes.control} ${className ?? ''}`}
    data-repeats={repeats}
    onClick={onPress}
    title={label}
    type="button"
  >
    {children}
  </button>
);

/** The timeline and the buttons below a draft. */
export function Controls({ handle, video, durationS, marks, onTapTime }: Props) {
  const { paused, rate } = usePlayback(video);
  const [loops, setLoops] = useState(false);
  const fullscreen = fullscreenOf(video);
  const loop = () => {
    if (video) video.loop = !loops;
    setLoops(!loops);
  };
  return (
    <div className={classes.controls}>
      <Scrubber
        after={
          fullscreen && (
            <Control className={`${classes.more} ${classes.last}`} label="Full screen" onPress={fullscreen}>
              <Icon name="fullscreen" />
            </Control>
          )
        }
        durationS={durationS}
        handle={handle}
        marks={marks}
        onTapTime={onTapTime}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields of a form */}
      <div aria-label="Video controls" className={classes.buttons} role="group">
        <Control keys="J" label={`Back ${jumpSeconds} seconds`} repeats onPress={() => handle.jump(-jumpSeconds)}>
          −{jumpSeconds}
        </Control>
        <Control keys="," label="Previous frame" repeats onPress={() => handle.step(-1)}>
          <Icon name="frameBack" />
        </Control>
        <Control className={classes.main} keys="Space K" label={paused ? 'Play' : 'Pause'} onPress={handle.playPause}>
          <Icon name={paused ? 'play' : 'pause'} />
        </Control>
        <Control keys="." label="Next frame" repeats onPress={() => handle.step(1)}>
          <Icon name="frameNext" />
        </Control>
        <Control keys="L" label={`Forward ${jumpSeconds} seconds`} repeats onPress={() => handle.jump(jumpSeconds)}>
          +{jumpSeconds}
        </Control>
        <select
          aria-label="Speed"
          className={`${classes.control} ${classes.more}`}
          onChange={({ currentTarget }) => handle.setRate(Number(currentTarget.value))}
          value={rate}
        >
          {playRates.map((each) => (
            <option key={each} value={each}>
              {each}×
            </option>
          ))}
        </select>
        <Control className={classes.more} isPressed={loops} label="Loop" onPress={loop}>
          <Icon name="sync" />
        </Control>
      </div>
    </div>
  );
}
