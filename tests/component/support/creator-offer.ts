import type { CreatorOffer, CreatorSubmission } from '#contract/creator/creator.ts';

/** An instant this many hours from now. */
export const hoursFromNow = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

export const aDraft: CreatorSubmission = {
  id: 'ful_1',
  evidenceType: 'VIDEO_WITH_CAPTION',
  videoUrl: '/files/draft.mp4',
  posterUrl: '/files/draft.jpg',
  link: null,
  accountChecked: null,
  caption: 'My morning with Lumen',
  submittedAt: hoursFromNow(-30),
};

/** An offer as the server returns it to its creator: invited yesterday, from a campaign that asks for a draft. */
export function anOffer(changes: Partial<CreatorOffer> = {}): CreatorOffer {
  return {
    id: 'off_1',
    version: 1,
    creator: { firstName: 'Ada' },
    account: { platform: 'TIKTOK', username: 'ada.vance', formerUsernames: [] },
    brand: {
      name: 'Lumen Coffee',
      iconUrl: null,
      description: 'Coffee from small farms, roasted every morning.',
      websiteUrl: 'https://lumen.example',
      handles: [
        { platform: 'TIKTOK', username: 'lumencoffee' },
        { platform: 'INSTAGRAM', username: 'lumen.coffee' },
      ],
      requiredHashtag: 'lumenmornings',
    },
    campaign: {
      name: 'Slow mornings',
      campaignType: 'CPM',
      endAt: hoursFromNow(24 * 30),
      hasEnded: false,
      isPaused: false,
      isEnding: false,
      steps: ['DRAFT'],
      asksForOriginals: false,
      dos: ['Show the cup within the first seconds', 'Say how it tastes'],
      donts: ['No other coffee brands in the picture'],
      brief: { talkingPoints: ['Roasted in small batches'] },
    },
    pay: { kind: 'per-thousand-views', cpmCents: 800, leftCents: 40_000 },
    stage: { type: 'OFFERED', enteredAt: hoursFromNow(-24), expiresAt: hoursFromNow(72) },
    ended: null,
    blocked: null,
    moves: ['accept', 'decline', 'withdraw'],
    evidenceType: null,
    history: [{ move: 'invite', by: 'provider', at: hoursFromNow(-24), stage: 'OFFERED' }],
    delivery: null,
    caption: null,
    submission: null,
    changes: null,
    draft: null,
    original: null,
    payment: null,
    post: null,
    hold: null,
    linkEndsAt: null,
    ...changes,
  };
}

const stageAt = (type: CreatorOffer['stage']['type'], expiresAt: string | null = null) => ({
  type,
  enteredAt: hoursFromNow(-2),
  expiresAt,
});

const asked = (steps: CreatorOffer['campaign']['steps']) => ({ ...anOffer().campaign, steps });

/** An offer at each stage, by a name for the stage. */
export const offersByStage = {
  invited: () => anOffer(),
  'waiting for the contract': () =>
    anOffer({ stage: stageAt('AWAITING_CONTRACT'), moves: ['withdraw'], campaign: asked(['CONTRACT', 'DRAFT']) }),
  'waiting for the parents’ contract': () =>
    anOffer({ stage: stageAt('AWAITING_PARENT_CONTRACT'), moves: ['withdraw'] }),
  'asked for an address': () =>
    anOffer({
      stage: stageAt('SUBMIT_ADDRESS', hoursFromNow(100)),
      moves: ['give-address', 'withdraw'],
      campaign: asked(['PACKAGE', 'DRAFT']),
      pay: { kind: 'product' },
    }),
  'waiting for a package': () =>
    anOffer({
      stage: stageAt('AWAITING_PACKAGE'),
      moves: ['give-address', 'withdraw'],
      campaign: asked(['PACKAGE', 'DRAFT']),
      delivery: { address: 'Ada Vance\n12 Mill Lane\nPortland', carrier: null, tracking: null, sentAt: null },
    }),
  'asked for a caption': () =>
    anOffer({
      stage: stageAt('SUBMIT_CUSTOM_CAPTION', hoursFromNow(100)),
      moves: ['give-caption', 'withdraw'],
      campaign: asked(['CUSTOM_CAPTION', 'DRAFT']),
      caption: { text: 'Coffee!', returned: 'Please say that it is an ad.' },
    }),
  'with a caption that is looked at': () =>
    anOffer({
      stage: stageAt('AWAITING_CUSTOM_CAPTION_CLEARANCE'),
      moves: ['withdraw'],
      caption: { text: 'Coffee! #ad', returned: null },
    }),
  'asked for a draft': () =>
    anOffer({
      stage: stageAt('SUBMIT_EVIDENCE', hoursFromNow(160)),
      moves: ['submit-draft', 'withdraw'],
      evidenceType: 'VIDEO_WITH_CAPTION',
    }),
  'with a video that is prepared': () =>
    anOffer({
      stage: stageAt('SUBMIT_EVIDENCE'),
      moves: ['submit-draft', 'withdraw'],
      evidenceType: 'VIDEO_WITH_CAPTION',
      draft: { state: 'processing', uploadId: 'upl_1', name: 'clip.mov', since: hoursFromNow(-0.1) },
    }),
  'with a draft at the brand': () =>
    anOffer({
      stage: stageAt('AWAITING_EVIDENCE_CLEARANCE'),
      moves: ['replace-draft', 'withdraw'],
      evidenceType: 'VIDEO_WITH_CAPTION',
      submission: aDraft,
    }),
  'asked for changes': () =>
    anOffer({
      stage: stageAt('SUBMIT_EVIDENCE', hoursFromNow(160)),
      moves: ['submit-draft', 'withdraw'],
      evidenceType: 'VIDEO_WITH_CAPTION',
      changes: {
        requestedAt: hoursFromNow(-2),
        items: [
          {
            title: 'Ensure brand visibility',
            description: 'Show Lumen Coffee clearly within the first 10 seconds, and for at least 20 seconds in total.',
            note: 'Your hand covers the label.',
            atSeconds: 4,
          },
          { title: 'Remark', description: '', note: 'At 0:12 the cup is cut off.', atSeconds: null },
        ],
        about: aDraft,
      },
    }),
  'asked for the link': () =>
    anOffer({
      stage: stageAt('SUBMIT_EVIDENCE', hoursFromNow(160)),
      moves: ['submit-link', 'withdraw'],
      evidenceType: 'PUBLISHED_VIDEO_URL',
    }),
  'with a link at the brand': () =>
    anOffer({
      stage: stageAt('AWAITING_EVIDENCE_CLEARANCE'),
      moves: ['replace-link', 'withdraw'],
      evidenceType: 'PUBLISHED_VIDEO_URL',
      submission: {
        ...aDraft,
        evidenceType: 'PUBLISHED_VIDEO_URL',
        videoUrl: null,
        posterUrl: null,
        caption: null,
        link: 'https://www.tiktok.com/t/ZTabcdef/',
        accountChecked: false,
      },
    }),
  running: () =>
    anOffer({
      stage: stageAt('ONGOING'),
      moves: [],
      evidenceType: 'PUBLISHED_VIDEO_URL',
      post: {
        url: 'https://www.tiktok.com/@ada.vance/video/7301234567890123456',
        viewCount: 32_450,
        earnedCents: 25_960,
        paidAt: null,
      },
    }),
  'being settled': () => anOffer({ stage: stageAt('AWAITING_EARNING_CLEARANCE'), moves: [] }),
  settled: () => anOffer({ stage: stageAt('CLEARED'), moves: [] }),
  expired: () => anOffer({ stage: stageAt('INVALIDATED'), moves: [], ended: { why: 'EXPIRED', reason: null } }),
  withdrawn: () => anOffer({ stage: stageAt('INVALIDATED'), moves: [], ended: { why: 'WITHDRAWN', reason: null } }),
  declined: () => anOffer({ stage: stageAt('REJECTED'), moves: [], ended: { why: 'DECLINED', reason: null } }),
  'ended by the team': () =>
    anOffer({
      stage: stageAt('INVALIDATED'),
      moves: [],
      ended: { why: 'ADMIN_INVALIDATED', reason: 'The product is sold out.' },
    }),
} as const satisfies Record<string, () => CreatorOffer>;
