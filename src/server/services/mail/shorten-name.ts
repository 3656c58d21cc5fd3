import { withoutControls } from '#contract/wire/controls.ts';

const maxCharacters = 40;

/** Shortens a name for an email. Anyone can trigger an email to any address, so names must be too short for a message. */
export function shortenName(name: string): string {
  const plain = withoutControls(name);
  return plain.length <= maxCharacters ? plain : `${plain.slice(0, maxCharacters - 1)}…`;
}
