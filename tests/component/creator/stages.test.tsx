import { screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { aDraft, anOffer, hoursFromNow, offersByStage } from '../support/creator-offer.ts';
import { move, openOffer } from '../support/creator-page.tsx';

type Stage = keyof typeof offersByStage;

const titles: Record<Stage, string> = {
  invited: 'Lumen Coffee would like to work with you',
  'waiting for the contract': 'Waiting for the contract',
  'waiting for the parents’ contract': 'Waiting for your parent’s contract',
  'asked for an address': 'Where should we send your package?',
  'waiting for a package': 'We’re preparing your package',
  'asked for a caption': 'Your caption needs changes',
  'with a caption that is looked at': 'Your caption is in review',
  'asked for a draft': 'Send your draft',
  'with a video that is prepared': 'We’re preparing your video',
  'with a draft at the brand': 'Lumen Coffee is reviewing your draft',
  'asked for changes': 'Lumen Coffee requested changes',
  'asked for the link': 'Post your video',
  'with a link at the brand': 'Lumen Coffee is reviewing your post',
  running: 'Your post is approved',
  'being settled': 'The campaign has ended',
  settled: 'All done',
  expired: 'This offer has expired',
  withdrawn: 'You withdrew from this campaign',
  declined: 'You declined this offer',
  'ended by the team': 'This offer was canceled',
};

describe('a creator', () => {
  test.each(Object.entries(titles) as [Stage, string][])('who is %s reads “%s”', async (stage, title) => {
    const { api } = openOffer(offersByStage[stage]());
    await screen.findByRole('heading', { level: 2, name: title });
    // Mail scanners open links, so a page by itself must only read.
    expect(api.calls.map(({ method }) => method)).toEqual(['GET']);
  });

  test('who is blocked sees why, and has nothing to submit and no deadline', async () => {
    const blocked = { reason: 'Two posts had bought views.' };
    openOffer({ ...offersByStage['asked for an address'](), blocked, moves: [] });
    await screen.findByRole('heading', { level: 2, name: 'Your account is blocked' });
    screen.getByText('Two posts had bought views.');
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByText(/^Due /)).toBeNull();
  });

  test('who is blocked still sees how an approved post performs', async () => {
    openOffer({ ...offersByStage.running(), blocked: { reason: 'Two posts had bought views.' }, moves: [] });
    await screen.findByRole('heading', { level: 2, name: 'Your post is approved' });
  });

  test('sees the campaign’s brand, the pay and the guidelines', async () => {
    openOffer(anOffer());
    await screen.findByRole('heading', { level: 1, name: 'Slow mornings' });
    expect(screen.getByRole('link', { name: /@ada\.vance on TikTok/ })).toMatchObject({
      href: 'https://www.tiktok.com/@ada.vance',
    });
    expect(screen.getByRole('region', { name: 'What you get' }).textContent).toContain(
      '$8 per 1,000 views$400 left in the campaign’s budget, shared by all creators',
    );
    const rules = screen.getByRole('region', { name: 'Guidelines' }).textContent;
    expect(rules).toContain('Show the cup within the first seconds');
    expect(rules).toContain('No other coffee brands in the picture');
    expect(rules).toContain('Disclose commercial content');
    expect(rules).toContain('#lumenmornings');
  });

  test.each([
    [{ kind: 'flat-fee', cents: 15_050 } as const, '$150.50 flat fee'],
    [{ kind: 'flat-fee', cents: null } as const, 'The amount isn’t set yet'],
    [{ kind: 'product' } as const, 'The product, yours to keep'],
    [{ kind: 'product', product: 'A bag of beans' } as const, 'A bag of beans, yours to keep'],
  ])('paid by %j reads “%s”', async (pay, words) => {
    openOffer(anOffer({ pay }));
    expect((await screen.findByRole('region', { name: 'What you get' })).textContent).toContain(words);
  });

  test('sees the brand with its description, website and accounts, as onboarding promises', async () => {
    const { unmount } = openOffer(anOffer());
    const about = await screen.findByRole('region', { name: 'About Lumen Coffee' });
    within(about).getByText('Coffee from small farms, roasted every morning.');
    const addresses = within(about)
      .getAllByRole<HTMLAnchorElement>('link')
      .map(({ href }) => href);
    expect(addresses).toEqual([
      'https://lumen.example/',
      'https://www.tiktok.com/@lumencoffee',
      'https://www.instagram.com/lumen.coffee',
    ]);
    const rules = screen.getByRole('region', { name: 'Guidelines' }).textContent;
    expect(rules).toContain('Tag @lumencoffee');
    unmount();
    const brand = { ...anOffer().brand, description: null, websiteUrl: null, handles: [] };
    openOffer(anOffer({ brand }));
    await screen.findByRole('region', { name: 'Guidelines' });
    expect(screen.queryByRole('region', { name: 'About Lumen Coffee' })).toBeNull();
  });

  test('copies the caption with the missing tag and hashtag when it is time to post', async () => {
    const { user } = openOffer({ ...offersByStage['asked for the link'](), submission: aDraft });
    await user.click(await screen.findByRole('button', { name: 'Copy caption' }));
    await screen.findByRole('button', { name: 'Copied' });
    expect(await navigator.clipboard.readText()).toBe('My morning with Lumen\n\n@lumencoffee #lumenmornings');
    await user.click(screen.getByRole('button', { name: 'Copy #ad' }));
    await vi.waitFor(async () => expect(await navigator.clipboard.readText()).toBe('#ad'));
  });

  test('sees an error if copying failed', async () => {
    const { user } = openOffer(offersByStage['asked for the link']());
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('No', 'NotAllowedError'));
    await user.click(await screen.findByRole('button', { name: 'Copy #ad' }));
    await screen.findByText(/Copying failed/);
  });

  test('sees the limits of a video before choosing one', async () => {
    openOffer(offersByStage['asked for a draft']());
    await screen.findByText('MP4, MOV or WebM, up to 10 minutes and 2 GB.');
  });

  test('sees the first frame of an example video before it is played', async () => {
    const media = [{ videoUrl: 'https://afield.test/files/a.mp4' }];
    openOffer(anOffer({ campaign: { ...anOffer().campaign, brief: { media } } }));
    const video = await screen.findByLabelText<HTMLVideoElement>('Example 1');
    expect([video.preload, video.src]).toEqual(['metadata', 'https://afield.test/files/a.mp4#t=0.5']);
  });

  test.each([
    ['what is left for all creators', 40_000, {}, '$400 left in the campaign’s budget, shared by all creators'],
    ['that it is used up', 0, {}, 'The campaign’s budget is used up'],
    ['nothing once the offer has ended', 40_000, { ended: { why: 'EXPIRED', reason: null } }, null],
    ['nothing without a budget', null, {}, null],
  ])('reads about the budget: %s', async (_, leftCents, changes, words) => {
    openOffer(anOffer({ pay: { kind: 'per-thousand-views', cpmCents: 800, leftCents }, ...changes }));
    const pay = (await screen.findByRole('region', { name: 'What you get' })).textContent;
    expect(pay).toContain('$8 per 1,000 views');
    if (words === null) expect(pay).not.toContain('budget');
    else expect(pay).toContain(words);
  });

  test('sees the day on which a campaign ended, in the format of emails', async () => {
    const campaign = { ...anOffer().campaign, hasEnded: true, endAt: '2026-11-29T12:00:00.000Z' };
    openOffer(anOffer({ campaign }));
    const pay = (await screen.findByRole('region', { name: 'What you get' })).textContent;
    expect(pay).toContain('The campaign ended on Nov 29, 2026');
  });

  test('sees the deadline, by the day or, close to it, by the hour', async () => {
    const at = new Date();
    at.setDate(at.getDate() + 4);
    const { unmount } = openOffer(anOffer({ stage: { ...anOffer().stage, expiresAt: at.toISOString() } }));
    const day = at.toLocaleDateString('en-US', { month: 'short', day: 'numeric', year: 'numeric' });
    expect((await screen.findByText(/^Reply by/)).textContent).toBe(`Reply by ${day}`);
    unmount();
    openOffer(anOffer({ stage: { ...anOffer().stage, expiresAt: hoursFromNow(0.01) } }));
    expect((await screen.findByText(/^Reply by/)).textContent).toMatch(/(today|tomorrow), \d+:\d\d [AP]M$/);
  });

  test('sees past and upcoming steps', async () => {
    openOffer(offersByStage['asked for an address']());
    const course = await screen.findByRole('region', { name: 'Progress' });
    const lines = within(course).getAllByRole('listitem');
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      'You were invited1 day ago',
      'Address and packagenow',
      'Draft',
      'Post and link',
      'Counting views',
    ]);
    expect(lines[1]?.getAttribute('aria-current')).toBe('step');
  });

  test('sees each change with its note beside the earlier draft, and jumps to its second', async () => {
    const { user } = openOffer(offersByStage['asked for changes']());
    await screen.findByRole('heading', { level: 3, name: 'Ensure brand visibility' });
    screen.getByText('My morning with Lumen', { selector: 'p' });
    const video = screen.getByLabelText<HTMLVideoElement>('What you sent');
    vi.spyOn(video, 'play').mockResolvedValue();
    await user.click(screen.getByRole('button', { name: 'Show 0:12 in your draft' }));
    expect(video.currentTime).toBe(12);
    screen.getByText('Your hand covers the label.');
    await user.click(screen.getByRole('button', { name: 'Play your draft from 0:04' }));
    expect(video.currentTime).toBe(4);
    expect(video.play).toHaveBeenCalledTimes(2);
  });

  test('whose new video arrived after the request for changes sees why, and can still send it', async () => {
    const offer = offersByStage['asked for changes']();
    const returned = { reason: 'The brand requested changes while we prepared this video.', caption: 'New cup' };
    const { user, api } = openOffer({
      ...offer,
      draft: {
        ...{ state: 'uploading', uploadId: 'upl_1', url: '/creator/v1.0/uploads/upl_1', name: 'clip.mov' },
        ...{ sizeBytes: 100, receivedBytes: 100, fingerprint: 'o1-abc', originalOf: null, returned },
      },
    });
    api.on(move, offersByStage['with a video that is prepared']);
    await screen.findByText(returned.reason);
    expect(screen.getByLabelText<HTMLTextAreaElement>('Caption for the post').value).toBe('New cup');
    await user.click(screen.getByRole('button', { name: 'Send to Lumen Coffee' }));
    await screen.findByRole('heading', { level: 2, name: titles['with a video that is prepared'] });
    expect(api.to(move).map(({ body }) => body)).toEqual([
      { move: 'submit-draft', uploadId: 'upl_1', caption: 'New cup' },
    ]);
  });

  test('sees views and earnings of a running post, marked as estimates', async () => {
    openOffer(offersByStage.running());
    await screen.findByText('32,450');
    screen.getByText('$259.60');
    screen.getByText(/^This is an estimate/);
  });

  test('who was paid sees when, beside the earnings', async () => {
    const { post, ...running } = offersByStage.running();
    const offer = { ...running, stage: { ...running.stage, type: 'CLEARED' as const } };
    openOffer({ ...offer, post: post && { ...post, paidAt: '2026-04-02T09:00:00.000Z' } });
    await screen.findByText('$259.60');
    expect(screen.getByText('Apr 2, 2026').previousSibling?.textContent).toBe('Paid');
    expect(screen.queryByText(/^This is an estimate/)).toBeNull();
  });

  test('whose link names no account sees that the brand checks it', async () => {
    const words = /^We couldn’t tell from the link/;
    const offer = offersByStage['with a link at the brand']();
    const { unmount } = openOffer(offer);
    await screen.findByText(words);
    unmount();
    const checked = offer.submission && { ...offer.submission, accountChecked: true };
    openOffer({ ...offer, submission: checked });
    await screen.findByRole('heading', { level: 2, name: 'Lumen Coffee is reviewing your post' });
    expect(screen.queryByText(words)).toBeNull();
  });

  test('whose offer has ended has nothing to do, and sees why', async () => {
    openOffer(offersByStage['ended by the team']());
    await screen.findByText('The product is sold out.');
    // Only ages can be pressed.
    const asking = screen.queryAllByRole('button').filter((button) => button.querySelector('time') === null);
    expect(asking).toEqual([]);
    expect(screen.queryByText(/^Due/)).toBeNull();
  });
});
