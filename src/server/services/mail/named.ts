import { withoutControls } from '#contract/wire/controls.ts';

const mostCharacters = 40;

/** Shortens a name for an email. Anyone can trigger an email to any address, so names must be too short for a message. */
export function named(name: string): string {
  const plain = withoutControls(name);
  return plain.length <= mostCharacters ? plain : `${plain.slice(0, mostCharacters - 1)}…`;
}
