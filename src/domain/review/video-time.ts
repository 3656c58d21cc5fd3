/** Formats seconds as a position in a video, as players do: 0:42, 1:05:09. */
export function videoTime(seconds: number): string {
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60) % 60;
  const hours = Math.floor(whole / 3600);
  const two = (value: number) => String(value).padStart(2, '0');
  return hours === 0 ? `${minutes}:${two(whole % 60)}` : `${hours}:${two(minutes)}:${two(whole % 60)}`;
}

/** Parses a typed position in a video to seconds: "0:42", "1:05:09", or just "42"; null for other text. */
export function secondsOf(typed: string): number | null {
  const text = typed.trim();
  if (!/^(?:(?:\d{1,2}:)?\d{1,2}:)?\d{1,2}$/.test(text)) return null;
  const [seconds = 0, minutes = 0, hours = 0] = text.split(':').map(Number).reverse();
  const isPlace = (!text.includes(':') || seconds < 60) && (hours === 0 || minutes < 60);
  return isPlace ? hours * 3600 + minutes * 60 + seconds : null;
}
