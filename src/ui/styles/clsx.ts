/** Joins the class names that apply. */
export const clsx = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ');
