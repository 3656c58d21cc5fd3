import { VisuallyHidden } from '@mantine/core';

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
    path: 'M6.6 2.5h6.8a4.1 4.1 0 0 1 4.1 4.1v6.8a4.1 4.1 0 0 1-4.1 4.1H6.6a4.1 4.1 0 0 1-4.1-4.1V6.6a4.1 4.1 0 0 1 4.1-4.1Zm.2 1.6A2.7 2.7 0 0 0 4.100 6.800v6.400a2.700 2.700 0 0 0 2.700 2.700h6.400a2.700 2.700 0 0 0 2.700-2.700V6.800a2.700 2.700 0 0 0-2.700-2.700H6.800Zm3.200 2.100a3.800 3.800 0 1 1 0 7.600 3.800 3.800 0 0 1 0-7.600Zm0 1.500a2.300 2.300 0 1 0 0 4.600 2.300 2.300 0 0 0 0-4.600Zm4-2.600a.9.9 0 1 1 0 1.800.9.9 0 0 1 0-1.800Z',
  },
  FACEBOOK: {
    label: 'Facebook',
    path: 'M17.800 10a7.800 7.800 0 1 0-9 7.700v-5.400h-2V10h2V8.300c0-2 1.200-3 2.900-3 .9 0 1.700.1 1.700.1v2h-1c-1 0-1.200.6-1.200 1.200V10h2.200l-.4 2.300h-1.800v5.400a7.800 7.800 0 0 0 6.600-7.700Z',
  },
  SNAPCHAT: {
    label: 'Snapchat',
    path: 'M10 2.500c2.500 0 4 1.800 4 4.200v1.500l1-.3c.6 0 .8.700.3 1l-1.100.7c.5 1.500 1.500 2.500 2.800 2.900.3.100.3.500 0 .7-.5.300-1.300.3-1.500.6-.2.400-.1.900-.5 1-.700.200-1.400-.2-2.300.1-.9.400-1.400 1.400-2.700 1.400s-1.800-1-2.700-1.400c-.9-.3-1.600.1-2.300-.1-.4-.1-.3-.6-.5-1-.2-.3-1-.3-1.500-.6-.3-.2-.3-.6 0-.7 1.300-.4 2.300-1.400 2.800-2.900l-1.100-.7c-.5-.3-.3-1 .3-1l1 .3V6.700c0-2.400 1.500-4.200 4-4.200Z',
  },
  TWITTER: {
    label: 'X',
    path: 'M3 3h4.200l3.300 4.600L14.500 3h1.900l-5 5.900L17 17h-4.200l-3.600-5L4.900 17H3l5.400-6.300L3 3Zm2.700 1.400 7.800 11.200h1L6.700 4.400h-1Z',
  },
} as const;

export type PlatformName = keyof typeof platforms;

interface Props {
  platform: PlatformName;
  size?: number;
  /** The name stands beside it. */
  decorative?: boolean;
}

/** A platform's mark with its name for those who don't see it. */
export function PlatformIcon({ platform, size = 18, decorative = false }: Props) {
  const { label, path } = platforms[platform];
  return (
    <span style={{ display: 'inline-flex', flex: 'none' }} title={decorative ? undefined : label}>
      <svg aria-hidden="true" fill="currentColor" fillRule="evenodd" height={size} viewBox="0 0 20 20" width={size}>
        <path d={path} />
      </svg>
      {!decorative && <VisuallyHidden>{label}</VisuallyHidden>}
    </span>
  );
}
