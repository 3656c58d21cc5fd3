/**
 * Reads a number from the command-line options returned by `parseArgs`.
 * @template {string} Name
 * @param {Readonly<Partial<Record<Name, string | undefined>>>} values
 * @param {Name} name
 * @returns {number | null} null if it is not given
 * @throws if it isn't a number above 0
 */
export function numberOption(values, name) {
  const text = values[name];
  if (text === undefined) return null;
  const number = Number(text);
  if (!(number > 0)) throw new Error(`--${name} takes a number above 0; found ${text}.`);
  return number;
}
