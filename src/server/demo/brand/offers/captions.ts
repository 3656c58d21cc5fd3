import { chance, pick, type Random } from '#server/demo/random.ts';

/** Draft videos under /media/demo, each `<scene>.mp4` with a poster `<scene>.webp`. */
export const scenes = ['coffee', 'recipe', 'skincare', 'unboxing', 'running', 'camping', 'review', 'desk'] as const;
export type Scene = (typeof scenes)[number];

export const videoOf = (scene: Scene) => `/media/demo/${scene}.mp4`;
export const posterOf = (scene: Scene) => `/media/demo/${scene}.webp`;

/** Durations of the videos that tools/demo-media generates. */
const durationsMs: Readonly<Record<Scene, number>> = {
  ...{ coffee: 14_400, recipe: 14_400, skincare: 13_233, unboxing: 13_800 },
  ...{ running: 12_000, camping: 10_000, review: 13_800, desk: 14_400 },
};
/** Media metadata of the scene's draft. */
export const mediaOf = (scene: Scene) => ({
  ...{ durationMs: durationsMs[scene], width: 720, height: 1280, hasSound: true },
});

const captions: Readonly<Record<Scene, readonly string[]>> = {
  coffee: [
    'iced latte at home and honestly? cheaper AND better ☕️ @fernhill.goods',
    'POV you stopped paying $7 for ice',
    'the pour at 0:04 is so satisfying i filmed it three times',
    'My 6am personality is 90% this cold brew concentrate',
    'day 12 of making my own coffee. my wallet sends its regards',
    'rate my pour out of 10. be nice, it’s monday 🥲',
    'Two parts milk, one part concentrate, a stupid amount of ice. That’s the whole recipe.',
  ],
  recipe: [
    '3 ingredients, no oven, zero excuses 🍓 recipe in the comments',
    'I make this every sunday and it never makes it to wednesday',
    'breakfast that looks like I have my life together (I don’t)',
    'Oats, berries, and whatever is left in the fridge. You’re welcome.',
    'my 4yo ate this. MY FOUR YEAR OLD. that’s the review.',
    'Save this for the next time you say “there’s nothing to eat”',
  ],
  skincare: [
    'two pumps is plenty, trust me on this one',
    'morning routine but make it 40 seconds',
    'been using this for a month and my elbows have never looked better?? a sentence I did not plan to write',
    'Dry skin vs. me, round 3. Winning so far 💪',
    'smells like a forest after rain, feels like nothing. that’s it that’s the caption',
    'No 12 steps. No serum with a name like a spaceship. Just this.',
  ],
  unboxing: [
    'the box alone gets a 9/10 📦',
    'wait for the colour… OK THAT COLOUR',
    'I said I didn’t need another bottle. I was wrong. Again.',
    'Unboxing with zero fancy transitions because I was too excited',
    'It came in cardboard, no plastic at all. More of this please',
    'first impressions, fully honest: heavier than I thought, prettier too',
  ],
  running: [
    '5 km before work, brain still asleep 🏃‍♀️',
    'slow miles are still miles',
    'Tested it on the worst hill in town. It did not spill. I nearly did.',
    'run #48 of the year and the first one I actually drank enough',
    'heat wave + tempo run = this bottle living in my hand',
    'Marathon block, week 3. Everything hurts but the view is nice',
  ],
  camping: [
    'one bag, two nights, no regrets ⛺️',
    'what I packed vs. what I used (almost everything this time!)',
    'Sunrise at 5:12, coffee at 5:20. Worth the cold toes.',
    'proof that you can go camping after work on a friday. full packing list below 👇',
    'the dog slept better than me. bag review at the end',
    'We forgot the tent pegs but NOT the snacks. Priorities.',
  ],
  review: [
    'honest review after 30 days: what broke, what didn’t',
    'I dropped it down two flights of stairs so you don’t have to',
    'Things I like: the lid. Things I don’t: I only have one.',
    'Not sponsored to say I love it. Sponsored to show it. Big difference, and here’s what I think',
    'you asked, so here it is: yes it fits the cup holder. yes even in a fiat.',
    '30 days, 4 hikes, 1 toddler. The verdict 👀',
  ],
  desk: [
    'desk reset before 9 am ✨',
    'new lamp, same deadlines',
    'turns out a clean desk IS a personality',
    'My setup for under $200, no cable in sight. Part 2 if you want the list',
    'sunday reset, but only the 60 cm that people see on calls',
    'The plant is fake. The productivity is also fake. The lamp is real and it’s great.',
  ],
};

const endings = [' #FernhillPartner', ' #FernhillPartner #ad', '\n\n#FernhillPartner', ' (ad) #FernhillPartner', ''];

/** Used occasionally, to show a long caption. */
const longStory =
  'Okay storytime. I found this in a tiny shop two years ago, lost it on a train, cried a little (don’t ask), and when ' +
  'Fernhill wrote me I actually said yes before reading to the end. So here is a whole week with it: the commute, the ' +
  'gym, one very wet hike, and my mum’s birthday where it somehow ended up on the table as a vase. It survived all of ' +
  'that. The lid is easier to clean than the old one, the strap finally sits where it should, and it keeps ice until ' +
  'the evening even when it lives in a hot car.\n\nWould I change anything? The cap could be louder when it clicks. ' +
  'That’s all I have. Ask me anything below, I answer everyone 💚\n\n#FernhillPartner #ad #everydaycarry #slowliving';

/** A realistic caption for a draft of the scene. */
export function captionFor(random: Random, scene: Scene): string | null {
  if (chance(random, 0.03)) return null;
  if (chance(random, 0.02)) return longStory;
  return pick(random, captions[scene]) + pick(random, endings);
}
