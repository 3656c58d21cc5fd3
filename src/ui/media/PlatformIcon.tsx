import classes from './PlatformIcon.module.css';

const platforms = {
  TIKTOK: {
    label: 'TikTok',
    path: 'M13.1 2.5c.3 2.2 1.6 3.6 3.9 3.8v2.7c-1.4.1-2.7-.3-3.9-1.1v5c0 2.9-2 4.8-4.6 4.8a4.5 4.5 0 0 1-.6-9v2.9a1.7 1.7 0 1 0 2.3 1.6V2.5h2.9Z',
  },
  YOUTUBE: {
    label: 'YouTube',
    path: 'M3.8 4.6c2-.6 10.4-.6 12.4 0 .9.3 1.5.9 1.7 1.8.4 1.8.4 5.4 0 7.2-.2.9-.8 1.5-1.7 1.8-2 .6-10.4.6-12.4 0-.9-.3-1.5-.9-1.7-1.8-.4-1.8-.4-5.4 0-7.2.2-.9.8-1.5 1.7-1.8Zm4.5 2.9v5l4.5-2.5-4.5-2.5Z',
  },
  INSTAGRAM: {
    label: 'Instagram',
    path: 'M6.6 2.5h6.8a4.1 4.1 0 0 1 4.1 4.1v6.8a4.1 4.1 0 0 1-4.1 4.1H6.6a4.1 4.1 0 0 1-4.1-4.1V6.6a4.1 4.1 0 0 1 4.1-4.1Zm.2 1.6A2.7 2.7 0 0 0 4.1 6.8v6.4a2.7 2.7 0 0 0 2.7 2.7h6.4a2.7 2.7 0 0 0 2.7-2.7V6.8a2.7 2.7 0 0 0-2.7-2.7H6.8Zm3.2 2.1a3.8 3.8 0 1 1 0 7.6 3.8 3.8 0 0 1 0-7.6Zm0 1.5a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6Zm4-2.6a.9.9 0 1 1 0 1.8.9.9 0 0 1 0-1.8Z',
  },
  FACEBOOK: {
    label: 'Facebook',
    path: 'M17.8 10a7.8 7.8 0 1 0-9 7.7v-5.4h-2V10h2V8.3c0-2 1.2-3 2.9-3 .9 0 1.7.1 1.7.1v2h-1c-1 0-1.2.6-1.2 1.2V10h2.2l-.4 2.3h-1.8v5.4a7.8 7.8 0 0 0 6.6-7.7Z',
  },
  SNAPCHAT: {
    label: 'Snapchat',
    path: 'M10 2.5c2.5 0 4 1.8 4 4.2v1.5l1-.3c.6 0 .8.7.3 1l-1.1.7c.5 1.5 1.5 2.5 2.8 2.9.3.1.3.5 0 .7-.5.3-1.3.3-1.5.6-.2.4-.1.9-.5 1-.7.2-1.4-.2-2.3.1-.9.4-1.4 1.4-2.7 1.4s-1.8-1-2.7-1.4c-.9-.3-1.6.1-2.3-.1-.4-.1-.3-.6-.5-1-.2-.3-1-.3-1.5-.6-.3-.2-.3-.6 0-.7 1.3-.4 2.3-1.4 2.8-2.9l-1.1-.7c-.5-.3-.3-1 .3-1l1 .3V6.7c0-2.4 1.5-4.2 4-4.2Z',
  },
  TWITTER: {
    label: 'X',
    path: 'M3 3h4.2l3.3 4.6L14.5 3h1.9l-5 5.9L17 17h-4.2l-3.6-5L4.9 17H3l5.4-6.3L3 3Zm2.7 1.4 7.8 11.2h1L6.7 4.4h-1Z',
  },
} as const;

export type PlatformName = keyof typeof platforms;

interface Props {
  platform: PlatformName;
  size?: number;
  /** True if the platform's name is shown beside the icon. */
  decorative?: boolean;
}

/** A platform's icon, with its name for screen readers unless it's decorative. */
export function PlatformIcon({ platform, size = 18, decorative = false }: Props) {
  const { label, path } = platforms[platform];
  return (
    <svg
      aria-hidden={decorative || undefined}
      aria-label={decorative ? undefined : label}
      className={classes.icon}
      height={size}
      role={decorative ? undefined : 'img'}
      viewBox="0 0 20 20"
      width={size}
    >
      {!decorative && <title>{label}</title>}
      <path d={path} />
    </svg>
  );
}
