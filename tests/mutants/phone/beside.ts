import type { Mutant } from '../mutant.ts';

const component = (name: string) => ['--project', 'component', `tests/component/${name}`];
const unit = (name: string) => ['--project', 'unit', `tests/unit/domain/${name}`];

/** Faults of what is shown beside a draft: brief, checks, versions and frames. */
export const besideMutants: readonly Mutant[] = [
  {
    name: 'tag-in-a-longer-one',
    file: 'src/domain/review/caption-tags.ts',
    find: ' && !goesOn.test(text.slice(at + wanted.length))',
    replace: '',
    tests: unit('submission-checks.test.ts'),
    harm: 'The checks find a hashtag that is only the beginning of another one in the caption.',
  },
  {
    name: 'unread-sound-is-silence',
    file: 'src/domain/review/submission-checks.ts',
    find: '...(hasSound === undefined',
    replace: '...(hasSound === null',
    tests: unit('submission-checks.test.ts'),
    harm: 'A draft that the server didn’t analyze is shown as having no sound.',
  },
  {
    name: 'decision-on-an-earlier-version',
    file: 'src/features/review/ReviewFooter.tsx',
    find: "if (version?.kind === (reviewKind(offer) === 'link' ? 'post' : 'draft'))",
    replace: 'if (offer === null)',
    tests: component('review/versions.test.tsx'),
    harm: 'A brand that is looking at version 1 approves version 2.',
  },
  {
    name: 'newest-draft-beside-the-post',
    file: 'src/domain/review/versions.ts',
    find: 'own.findLast(({ earlier }) => earlier?.approvedAt !== undefined) ??',
    replace: '',
    tests: unit('versions.test.ts'),
    harm: 'A post is compared with a draft that wasn’t approved.',
  },
  {
    name: 'place-lost-before-loading',
    file: 'src/features/review/player/player-handle.ts',
    find: 'keepPlace(place);',
    replace: '',
    tests: component('review/versions.test.tsx'),
    harm: 'A remark’s second that is tapped before the video has loaded plays from the start.',
  },
  {
    name: 'frames-out-of-turn',
    file: 'src/creator/words/frames.ts',
    find: 'last = drawn;',
    replace: '',
    tests: component('creator/remark-frames.test.tsx'),
    harm: 'Remarks show frames of each other’s seconds.',
  },
];
