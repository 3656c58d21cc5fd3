import { screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { anOffer, hoursFromNow, offersByStage } from '../support/creator-offer.ts';
import { move, openOffer } from '../support/creator-page.tsx';

type Stage = keyof typeof offersByStage;

const titles: Record<Stage, string> = {
  invited: 'Lumen Coffee would like to work with you',
  'waiting for the contract': 'Waiting for the contract',
  'waiting for the parents’ contract': 'Waiting for your parents’ contract',
  'asked for an address': 'Where shall the package go?',
  'waiting for a package': 'Your package is being prepared',
  'asked for a caption': 'Your caption came back',
  'with a caption that is looked at': 'Your caption is being looked at',
  'asked for a draft': 'Send your draft',
  'with a video that is prepared': 'Your video is being prepared',
  'with a draft at the brand': 'Your draft is with Lumen Coffee',
  'asked for changes': 'Lumen Coffee asks for changes',
  'asked for the link': 'Post it, then paste the link',
  'with a link at the brand': 'Your link is with Lumen Coffee',
  running: 'Your post counts',
  'being settled': 'The campaign has ended',
  settled: 'All done',
  expired: 'This offer has expired',
  withdrawn: 'You have withdrawn',
  declined: 'You declined this offer',
  'ended by the team': 'This offer was ended',
};

describe('a creator', () => {
  test.each(Object.entries(titles) as [Stage, string][])('who is %s reads “%s”', async (stage, title) => {
    const { api } = openOffer(offersByStage[stage]());
    await screen.findByRole('heading', { level: 2, name: title });
    // Mail scanners open links, so a page by itself must only read.
    expect(api.calls.map(({ method }) => method)).toEqual(['GET']);
  });

  test('reads whose campaign it is, what is paid, and what to keep to', async () => {
    openOffer(anOffer());
    await screen.findByRole('heading', { level: 1, name: 'Slow mornings' });
    expect(screen.getByRole('link', { name: /@ada\.vance on TikTok/ })).toMatchObject({
      href: 'https://www.tiktok.com/@ada.vance',
    });
    expect(screen.getByRole('region', { name: 'What you get' }).textContent).toContain(
      '$8 for every 1,000 views$400 at most for this post',
    );
    const rules = screen.getByRole('region', { name: 'What to keep to' }).textContent;
    expect(rules).toContain('Show the cup within the first seconds');
    expect(rules).toContain('No other coffee brands in the picture');
    expect(rules).toContain('Disclose commercial content');
    expect(rules).toContain('#lumenmornings');
  });

  test.each([
    [{ kind: 'flat-fee', cents: 15_050 } as const, '$150.50, a fixed fee'],
    [{ kind: 'flat-fee', cents: null } as const, 'The amount isn’t set yet'],
    [{ kind: 'product' } as const, 'The product, yours to keep'],
  ])('paid by %j reads “%s”', async (pay, words) => {
    openOffer(anOffer({ pay }));
    expect((await screen.findByRole('region', { name: 'What you get' })).textContent).toContain(words);
  });

  test('reads until when to answer, by the day or, near it, by the hour', async () => {
    const at = new Date();
    at.setDate(at.getDate() + 4);
    const { unmount } = openOffer(anOffer({ stage: { ...anOffer().stage, expiresAt: at.toISOString() } }));
    const day = at.toLocaleDateString('en-GB', { weekday: 'long' });
    expect((await screen.findByText(/^Answer by/)).textContent).toMatch(new RegExp(`${day}, ${at.getDate()} \\w{3}$`));
    unmount();
    openOffer(anOffer({ stage: { ...anOffer().stage, expiresAt: hoursFromNow(0.01) } }));
    expect((await screen.findByText(/^Answer by/)).textContent).toMatch(/(today|tomorrow), \d+:\d\d [AP]M$/);
  });

  test('sees what was and what comes', async () => {
    openOffer(offersByStage['asked for an address']());
    const course = await screen.findByRole('region', { name: 'How it goes' });
    const lines = within(course).getAllByRole('listitem');
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      'You were invited1 day ago',
      'Address and packagenow',
      'Draft',
      'Post, and its link',
      'Views count',
    ]);
    expect(lines[1]?.getAttribute('aria-current')).toBe('step');
  });

  test('sees each change with its note beside the earlier draft, and goes to the second that it is about', async () => {
    const { user } = openOffer(offersByStage['asked for changes']());
    await screen.findByRole('heading', { level: 3, name: 'Ensure brand visibility' });
    screen.getByText('My morning with Lumen', { selector: 'p' });
    const video = screen.getByLabelText<HTMLVideoElement>('What you sent');
    vi.spyOn(video, 'play').mockResolvedValue();
    await user.click(screen.getByRole('button', { name: 'Show 0:12 in your draft' }));
    expect(video.currentTime).toBe(12);
    screen.getByText('Your hand covers the label.');
    await user.click(screen.getByRole('button', { name: 'Show 0:04 in your draft' }));
    expect(video.currentTime).toBe(4);
  });

  test('whose new video came after the changes were asked for reads why, and sends it all the same', async () => {
    const offer = offersByStage['asked for changes']();
    const returned = { reason: 'The brand asked for changes while this video was being prepared.', caption: 'New cup' };
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

  test('sees views and earnings of a post that runs, and what is only an estimate', async () => {
    openOffer(offersByStage.running());
    await screen.findByText('32,450');
    screen.getByText('$259.60');
    screen.getByText(/^An estimate/);
  });

  test('whose link tells no account reads that the brand looks at it, and not where it does', async () => {
    const words = /^The link doesn’t say whose post it is/;
    const offer = offersByStage['with a link at the brand']();
    const { unmount } = openOffer(offer);
    await screen.findByText(words);
    unmount();
    const checked = offer.submission && { ...offer.submission, accountChecked: true };
    openOffer({ ...offer, submission: checked });
    await screen.findByRole('heading', { level: 2, name: 'Your link is with Lumen Coffee' });
    expect(screen.queryByText(words)).toBeNull();
  });

  test('whose offer is over is asked for nothing, and told why', async () => {
    openOffer(offersByStage['ended by the team']());
    await screen.findByText('The product is sold out.');
    // Ages alone can be pressed.
    const asking = screen.queryAllByRole('button').filter((button) => button.querySelector('time') === null);
    expect(asking).toEqual([]);
    expect(screen.queryByText(/^Do it by/)).toBeNull();
  });
});
