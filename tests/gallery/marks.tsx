import { Avatar } from '#ui/media/Avatar.tsx';
import { Icon, iconNames } from '#ui/media/icons.tsx';
import { Picture } from '#ui/media/Picture.tsx';
import { PlatformIcon, type PlatformName } from '#ui/media/PlatformIcon.tsx';
import { ProgressBar } from '#ui/states/ProgressBar.tsx';
import { Badge, type Tone } from '#ui/text/Badge.tsx';
import { Mark } from '#ui/text/Mark.tsx';
import type { Shown } from './Gallery.tsx';

/** The names of a union; the compiler reports a missing one. */
const namesOf = <Name extends string>(all: Readonly<Record<Name, true>>) => Object.keys(all) as Name[];
const tones = namesOf<Tone>({ amber: true, green: true, blue: true, violet: true, grey: true, red: true });
const platforms = namesOf<PlatformName>({
  ...{ TIKTOK: true, YOUTUBE: true, INSTAGRAM: true, FACEBOOK: true, SNAPCHAT: true, TWITTER: true },
});
const badges = (look: 'soft' | 'outline' | 'queued') =>
  Object.fromEntries(
    tones.map((tone) => [`${look}, ${tone}`, <Badge key={tone} label={tone} look={look} tone={tone} />]),
  );
const picture =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0z" fill="teal"/></svg>';

/** Components that accompany text. */
export const marks: readonly Shown[] = [
  { part: 'Mark', states: { small: <Mark size={24} />, large: <Mark size={48} /> } },
  {
    part: 'Avatar',
    states: {
      picture: <Avatar name="Ada Byron" src={picture} />,
      initials: <Avatar name="Ada Byron" />,
      'a name without letters': <Avatar name="…" />,
      'broken picture': <Avatar name="Ada Byron" src="data:image/png,broken" />,
      'picture to come': <Avatar name="Ada Byron" src={picture} waits />,
      square: <Avatar name="Fernhill" shape="square" size={72} />,
    },
  },
  {
    part: 'Badge',
    states: {
      ...badges('soft'),
      ...badges('outline'),
      ...badges('queued'),
      'with an icon': <Badge icon="check" label="Successful" tone="green" />,
      'long words': <Badge label="Waiting for the link of a post that has not been published yet" tone="blue" />,
    },
  },
  {
    part: 'PlatformIcon',
    states: {
      ...Object.fromEntries(
        platforms.map((platform) => [platform, <PlatformIcon key={platform} platform={platform} />]),
      ),
      'beside its name': (
        <>
          <PlatformIcon decorative platform="TIKTOK" size={16} /> TikTok
        </>
      ),
    },
  },
  {
    part: 'Icon',
    states: {
      small: <Icon name="check" size={14} />,
      ...Object.fromEntries(iconNames.map((name) => [name, <Icon key={name} name={name} />])),
    },
  },
  {
    part: 'Picture',
    states: {
      there: <Picture alt="A square" height={72} src={picture} width={72} />,
      missing: <Picture alt="A square" height={72} src="data:image/png,broken" width={72} />,
    },
  },
  {
    part: 'ProgressBar',
    states: {
      empty: <ProgressBar label="0 of 50k views" percent={0} />,
      some: <ProgressBar label="32.4k of 50k views" percent={65} />,
      full: <ProgressBar label="50k of 50k views" percent={100} />,
      thick: <ProgressBar label="20k of 50k views" percent={40} size="thick" />,
    },
  },
];
