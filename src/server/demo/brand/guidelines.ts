/** The hashtag that the demo brand's posts must have. */
export const demoHashtag = '#FernhillPartner';

const usualDos = [
  'Show the brand within the first 10 seconds of the video.',
  'Keep the product visible for at least 20 seconds in total.',
  'Make the video 30 to 60 seconds long.',
  'Say the brand’s name out loud once: FERN-hill.',
  'Film upright, in daylight if you can, with the sound of where you are.',
  `Tag @fernhill.goods and use ${demoHashtag}.`,
  'Use the product for real: pour, pack, wear or cook with it.',
  'Open with the moment something happens, not with a greeting.',
  'End on what you would use it for next.',
] as const;
const usualDonts = [
  'Don’t show other brands’ logos or name them.',
  'Don’t make health claims.',
  'Don’t use music you have no license for.',
  'Don’t speed the video up or down so that the product can’t be seen.',
  'Don’t read the talking points word for word.',
  'Don’t use filters that change the product’s color.',
  'Don’t film while driving or crossing a road.',
  'Don’t promise prices or discounts.',
] as const;

/** The default guidelines are the first three. `count` adds more. */
export const dosOf = (count: number): string[] => usualDos.slice(0, 3 + count);
export const dontsOf = (count: number): string[] => usualDonts.slice(0, 2 + count);

export const talkingPoints = [
  'Made to be repaired: every part can be replaced.',
  'One thing that does the work of three.',
  'Fits a cup holder, a bike cage and a small bag.',
  'Nothing in it that you can’t pronounce.',
] as const;
