import { clsx } from '../styles/clsx.ts';
import classes from './icons.module.css';

/** Paths on a 20 × 20 grid, drawn with a stroke width of 1.6. */
const lines = {
  menu: 'M3 5.5h14M3 10h14M3 14.5h14',
  close: 'm5 5 10 10M15 5 5 15',
  back: 'M12.5 4.5 7 10l5.5 5.5',
  next: 'M7.5 4.5 13 10l-5.5 5.5',
  down: 'm5 7.5 5 5 5-5',
  check: 'm4 10.5 4 4 8-9',
  clock: 'M10 5.8V10l2.8 1.8M10 17.2a7.2 7.2 0 1 0 0-14.4 7.2 7.2 0 0 0 0 14.4Z',
  alert:
    'M10 7.4v3.6m0 2.6v.1M8.7 3.6 2.4 14.4a1.5 1.5 0 0 0 1.3 2.3h12.6a1.5 1.5 0 0 0 1.3-2.3L11.3 3.6a1.5 1.5 0 0 0-2.6 0Z',
  info: 'M10 9.2v4.3m0-7v.1m0 10.6a7.2 7.2 0 1 0 0-14.4 7.2 7.2 0 0 0 0 14.4Z',
  offline: 'm3 3 14 14M6.1 7.2A3.9 3.9 0 0 0 6 15h8m2.6-1.2a3.3 3.3 0 0 0-1.9-5.9A5 5 0 0 0 8.6 5',
  sync: 'M16.2 8A6.6 6.6 0 0 0 4.4 6.6L3 8m0-4v4h4m-3.2 4a6.6 6.6 0 0 0 11.8 1.4L17 12m0 4v-4h-4',
  send: 'M10 16V4.5M5 9l5-5 5 5',
  analytics: 'M3.5 16.5h13M5.5 13.5V10m3 3.5v-6m3 6V9m3 4.5V4.5',
  review: 'M3.5 11h3.6l1 2h3.8l1-2h3.6m-13 0v5h13v-5m-13 0 2.4-6.5h8.2L16.5 11',
  campaigns: 'M3.5 8.2v3.6l9.5 3.4V4.8L3.5 8.2Zm0 0H3v3.6h.5M6 12.7v2.1a1.6 1.6 0 0 0 3.2.4v-1.4m6.3-5.5v3.4',
  payments: 'M3 5.5h14v9H3v-9Zm0 3h14M6 12h3',
  settings: 'M3 6h7m4 0h3M3 14h3m4 0h7M12 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm-4 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  logout: 'M8 3.5H4.5v13H8M13 6.5l3.5 3.5-3.5 3.5M16 10H8',
  sun: 'M10 13.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4ZM10 2.5v1.6m0 11.8v1.6M2.5 10h1.6m11.8 0h1.6M4.7 4.7l1.1 1.1m8.4 8.4 1.1 1.1m0-10.6-1.1 1.1m-8.4 8.4-1.1 1.1',
  moon: 'M16.5 12.2A6.9 6.9 0 0 1 7.8 3.5a6.9 6.9 0 1 0 8.7 8.7Z',
  device: 'M3 4h14v9H3V4Zm4 12.5h6M10 13v3.5',
  person: 'M10 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm-6 7a6 6 0 0 1 12 0',
  image: 'M3 4h14v12H3V4Zm0 9 4-4 4 4 2-2 4 4M13 8v.1',
  filter: 'M3 5h14M6 10h8m-5.5 5h3',
  external: 'M8 4.5H4v11.5h11.5V12M11 4h5v5m0-5-7.5 7.5',
  archive: 'M3 4h14v3.5H3V4Zm1.2 3.5V16h11.6V7.5M8 10.5h4',
  undo: 'M7 4.5 3.5 8 7 11.5M4 8h8a4.2 4.2 0 0 1 0 8.4H9',
  trash: 'M3.5 5.5h13M8 5.3V3.5h4v1.8M5.2 5.5l.7 11h8.2l.7-11',
  refresh: 'M16.5 5v4h-4m3.6-.4A6.5 6.5 0 1 0 16.4 12',
  play: 'M6.5 4.2v11.6l9-5.8-9-5.8Z',
  pause: 'M7 4.5v11m6-11v11',
  frameBack: 'M13.5 4.5 8 10l5.5 5.5M5.5 4.5v11',
  frameNext: 'M6.5 4.5 12 10l-5.5 5.5m8-11v11',
  fullscreen: 'M4 8V4h4m4 0h4v4m0 4v4h-4m-4 0H4v-4',
  plus: 'M10 4v12M4 10h12',
  minus: 'M4 10h12',
  edit: 'm4 16 .8-3.4 8.5-8.5 2.6 2.6-8.5 8.5L4 16Z',
  mail: 'M3 5h14v10H3V5Zm0 .8 7 5 7-5',
  calendar: 'M3.5 5h13v11.5h-13V5Zm0 3.8h13M7 3v3.5M13 3v3.5',
  columns: 'M3.5 4h13v12h-13V4Zm4.4 0v12m4.3-12v12',
  rise: 'm5 11 5-5 5 5M10 6v9',
  fall: 'm5 10 5 5 5-5M10 15V6',
  download: 'M10 3.5V12M6 8.5l4 4 4-4M4 16.5h12',
  share: 'M10 12V3m-3 3 3-3 3 3M6.5 9H5v8h10V9h-1.5',
} as const;

export type IconName = keyof typeof lines;
export const iconNames = Object.keys(lines) as IconName[];

/** Decorative icon beside text. If it's alone, the button around it needs a label. */
export function Icon({
  name,
  size = 20,
  className,
}: {
  name: IconName;
  size?: number;
  className?: string | undefined;
}) {
  return (
    <svg
      aria-hidden="true"
      className={clsx(classes.icon, className)}
      fill="none"
      height={size}
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="1.6"
      viewBox="0 0 20 20"
      width={size}
    >
      <path d={lines[name]} />
    </svg>
  );
}
