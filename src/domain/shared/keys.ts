/** Keys of an object whose type has all of them. TypeScript's own are strings, since an object may have more. */
export const keysOf = <T extends object>(of: T) => Object.keys(of) as Extract<keyof T, string>[];

type Entries<T> = { [K in Extract<keyof T, string>]: [K, Required<T>[K]] }[Extract<keyof T, string>][];

/** Keys and values of an object whose type has all of them. */
export const entriesOf = <T extends object>(of: T) => Object.entries(of) as Entries<T>;

/** True if an object has a key of its own by this name. */
export const isKeyOf = <T extends object>(of: T, name: string): name is Extract<keyof T, string> =>
  Object.hasOwn(of, name);

/** True if a value is one of these. */
export const isOneOf = <T>(these: readonly T[], value: unknown): value is T => these.some((each) => each === value);
