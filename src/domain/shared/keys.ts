/** Typed `Object.keys`, for an object without excess keys. TypeScript types keys as strings, since an object may have more. */
export const keysOf = <T extends object>(of: T) => Object.keys(of) as Extract<keyof T, string>[];

type Entries<T> = { [K in Extract<keyof T, string>]: [K, Required<T>[K]] }[Extract<keyof T, string>][];

/** Typed `Object.entries`, for an object without excess keys. */
export const entriesOf = <T extends object>(of: T) => Object.entries(of) as Entries<T>;

/** True if the object has this own property. */
export const isKeyOf = <T extends object>(of: T, name: string): name is Extract<keyof T, string> =>
  Object.hasOwn(of, name);

/** True if the value is one of these. */
export const isOneOf = <T>(these: readonly T[], value: unknown): value is T => these.some((each) => each === value);
