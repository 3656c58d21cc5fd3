/** Nearly every campaign asks for these; a new one begins with them. */
export const defaultDos: readonly string[] = [
  'Show the brand within the first 10 seconds of the video.',
  'Keep the product visible for at least 20 seconds in all.',
  'Make the video 30 to 60 seconds long.',
];
export const defaultDonts: readonly string[] = [
  'Don’t show or name other brands.',
  'Don’t make claims about the product that can’t be proved.',
];
