/** Control characters, line separators, and characters that change the text direction (Unicode TR36, 2.10.2). */
const controls = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** True if text contains invisible characters that affect how it is displayed. */
export const hasControls = (value: string): boolean => controls.test(value);

/** Text for a terminal or an email, with these characters replaced by U+FFFD. */
export const withoutControls = (value: string): string => value.replace(new RegExp(controls, 'gu'), '\uFFFD');

/** Invisible characters: those that fonts ignore, and the blank Braille pattern. */
const invisibleCharacters = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** True if text contains at least one visible character: a letter, digit, punctuation mark or symbol of any script. */
export const isVisible = (value: string): boolean =>
  /[\p{L}\p{N}\p{P}\p{S}]/u.test(value.replace(invisibleCharacters, ''));
