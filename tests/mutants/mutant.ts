/** A small change to a source file that some test must notice. */
export interface Mutant {
  /** Name for `npm run mutants -- --only name`. */
  name: string;
  /** Path from the project's root. */
  file: string;
  /** Text that is in the file exactly once. */
  find: string;
  replace: string;
  /** Arguments of the tests that see it, if those of the worker don't. */
  tests?: readonly string[];
  /** The harm it would do to a user, in one sentence. */
  harm: string;
}

/**
 * Returns the file's text with the fault in it.
 * @throws if the text isn't there exactly once, because the source has changed
 */
export function plant({ name, file, find, replace }: Omit<Mutant, 'harm' | 'tests'>, source: string): string {
  const count = source.split(find).length - 1;
  if (count !== 1) throw new Error(`${name}: its text is ${count} times in ${file}`);
  return source.replace(find, () => replace);
}
