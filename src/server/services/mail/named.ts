import { withoutControls } from '#contract/wire/controls.ts';

const mostCharacters = 40;

/** A name as a mail says it. Anyone can have a mail sent to any address: a name must have no room for a message. */
export function named(name: string): string {
  const plain = withoutControls(name);
  return plain.length <= mostCharacters ? plain : `${plain.slice(0, mostCharacters - 1)}…`;
}
