/** One planted fault: a small change of a source file that some test has to notice. */
export interface Mutant {
  /** As it is asked for: `npm run mutants -- --only name`. */
  name: string;
  /** From the project's root. */
  file: string;
  /** Text that is in the file exactly once. */
  find: string;
  replace: string;
  /** The harm that it would do to a user, in one sentence. */
  harm: string;
}

/**
 * The file's text with the fault in it.
 * @throws where its text isn't there exactly once, for the source has changed since
 */
export function plant({ name, file, find, replace }: Omit<Mutant, 'harm'>, source: string): string {
  const count = source.split(find).length - 1;
  if (count !== 1) throw new Error(`${name}: its text is ${count} times in ${file}`);
  return source.replace(find, () => replace);
}
