/** Control characters, separators of lines, and what changes the direction of reading (Unicode TR36, 2.10.2). */
const controls = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** True if text holds characters that aren't seen but change how it is shown. */
export const hasControls = (value: string): boolean => controls.test(value);

/** Text for a terminal or a mail, with each of them as a replacement character. */
export const withoutControls = (value: string): string => value.replace(new RegExp(controls, 'gu'), '\uFFFD');

/** Characters that show nothing: those that fonts leave out, and the blank pattern of Braille. */
const unseen = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** True if text holds at least one character that is seen: a letter, a digit or a sign of any script. */
export const isVisible = (value: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(value.replace(unseen, ''));
