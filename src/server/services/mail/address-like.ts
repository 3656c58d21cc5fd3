/**
 * Full stops of other scripts that fonts or address bars show as a dot; compatibility forms are normalized beforehand.
 */
const otherDots = /[\u3002\u0701\u0702\ua4f8\ua60e]/gu;
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
/** Domain endings that a reader also recognizes after a space. */
const commonEnd = '(?:com|net|org|info|biz|io|co|app|dev|shop|store|online|site|xyz|top|link)';

/**
 * Patterns of a URL or email after normalization. A domain needs two letters right after its dot, as mail clients
 * require for a link, so "St. Ives", "A.P.C." and "No. 2.0" are names.
 */
const shapes: readonly RegExp[] = [
  /:\s*[/\\]{2}/u,
  /(?<!\p{L})(?:https?|ftp|mailto|tel|sms|data|javascript)\s*:/u,
  /(?<![\p{L}\p{N}])www\s*\./u,
  /[\p{L}\p{M}\p{N}_-]\s*@\s*[\p{L}\p{N}]/u,
  /[\p{L}\p{M}\p{N}-](?:\.|\s+\.\s*)[\p{L}\p{N}][\p{L}\p{M}-]/u,
  /\d{1,3}(?:\.\d{1,3}){3}/u,
  new RegExp(`\\.\\s+${commonEnd}(?!\\p{L})`, 'u'),
  new RegExp(`(?<!\\p{L})dot\\s+${commonEnd}(?!\\p{L})`, 'u'),
  /[[({]\s*(?:\.|dot)\s*[\])}]/u,
];

/** True if a text contains something like a URL or an email, even one disguised by invisible characters. */
export function containsAddress(text: string): boolean {
  const plain = text.normalize('NFKC').replace(invisible, '').replace(otherDots, '.').toLowerCase();
  return shapes.some((shape) => shape.test(plain));
}
