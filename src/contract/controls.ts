/** Control characters, separators of lines, and what changes the direction of reading (Unicode TR36, 2.10.2). */
const controls = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** True if text holds characters that aren't seen but change how it is shown. */
export const hasControls = (value: string): boolean => controls.test(value);

/** Text for a terminal or a mail, with each of them as a replacement character. */
export const withoutControls = (value: string): string => value.replace(new RegExp(controls, 'gu'), '\uFFFD');
