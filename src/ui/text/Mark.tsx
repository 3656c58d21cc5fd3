import { useId } from 'react';

/** The logo: a low horizon and a small sun. The name is beside it. */
export function Mark({ size = 32 }: { size?: number }) {
  const tile = useId();
  return (
    <svg aria-hidden="true" height={size} style={{ flex: 'none', display: 'block' }} viewBox="0 0 32 32" width={size}>
      <clipPath id={tile}>
        <rect height="32" rx="7" width="32" />
      </clipPath>
      <g clipPath={`url(#${tile})`}>
        <path d="M0 0h32v24H0z" fill="#1F8659" />
        <path d="M0 22h32v10H0z" fill="#0F5537" />
        <path d="M-1 23.2q17-2.8 34 0" fill="none" stroke="#FBFBF9" strokeWidth="3" />
        <circle cx="20.5" cy="13" fill="#FFE3A6" r="4.75" />
      </g>
    </svg>
  );
}
