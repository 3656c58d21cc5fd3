/** Class names that apply, joined. */
export const clsx = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ');
