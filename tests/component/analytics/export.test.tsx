import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PostAnalytics } from '#contract/brand/analytics.ts';
import { paginate } from '#domain/shared/pagination.ts';
import { addDays, dayOf } from '#domain/time/period.ts';
import { ExportButton } from '#features/analytics/export/ExportButton.tsx';
import { readStrictCsv } from '#tests/support/money/strict-csv.ts';
import { aPostRow } from '#tests/unit/domain/examples.ts';
import { type FakeCall, fakeApi, refusal } from '../support/fake-api.ts';
import { renderWithApp } from '../support/render.tsx';

const period = { since: '2026-01-01', until: '2026-01-31' };
const brandId = 'brd_01J00000000000000000000001';
const campaignId = 'cmp_01J00000000000000000000001';
const ofBrand = `GET /brand/v1.0/analytics/brand/${brandId}/posts`;
const ofCampaign = `GET /brand/v1.0/analytics/campaign/${campaignId}/posts`;
const brandScope = { kind: 'brand', brandId, name: 'Northwind Coffee' } as const;
const campaignScope = { kind: 'campaign', campaignId, name: 'Morning trail' } as const;
const file = 'Afield_Analytics_Northwind_Coffee_2026-01-01_2026-01-31.csv';

const posts = (count: number, viewCount = 1): PostAnalytics[] =>
  Array.from({ length: count }, (_, i) => aPostRow({ offerId: `off_${i}`, viewCount }));
const pageOf = (rows: PostAnalytics[], { query }: FakeCall) =>
  paginate(rows, Number(query.page), Number(query.pageSize));
/** A response of the worker from the phone's copy. */
const stored = (body: unknown, at: string) =>
  Response.json(body, { headers: { 'X-Afield-Stored-At': new Date(at).toISOString() } });
const isPast = ({ headers }: FakeCall) => headers.get('Cache-Control') === 'no-cache';

/** Files that were passed to the browser to download. */
let saved: { name: string; file: File }[];
beforeEach(() => {
  saved = [];
  let latest: File;
  // jsdom has neither of these.
  URL.createObjectURL = (made) => {
    latest = made as File;
    return 'blob:made';
  };
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, file: latest });
  });
});

/** The cells of a file's rows, without its header. */
async function rowsOf(made: File): Promise<string[][]> {
  const bytes = await new Promise<ArrayBuffer>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.readAsArrayBuffer(made);
  });
  expect([...new Uint8Array(bytes).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  return readStrictCsv(new TextDecoder().decode(bytes)).slice(1);
}

async function tapExport(scope: Parameters<typeof ExportButton>[0]['scope'] = brandScope) {
  const app = renderWithApp(<ExportButton period={period} scope={scope} />);
  await app.user.click(await screen.findByRole('button', { name: 'Export' }));
  return app;
}

describe('an export', () => {
  test('has all posts of the period, from all pages, fresh from the server', async () => {
    const api = fakeApi({ [ofBrand]: (call) => pageOf(posts(230), call) });
    await tapExport();
    expect(await screen.findByText('Exported 230 posts')).toBeTruthy();
    expect(screen.getByText(file)).toBeTruthy();
    const asked = { timePeriodType: 'range', ...period, pageSize: '100' };
    expect(api.to(ofBrand).map(({ query }) => query)).toEqual(['1', '2', '3'].map((page) => ({ ...asked, page })));
    expect(api.to(ofBrand).every(isPast)).toBe(true);
    expect(saved.map(({ name }) => name)).toEqual([file]);
    const rows = await rowsOf((saved[0] as { file: File }).file);
    expect(rows.map(([offerId]) => offerId)).toEqual(posts(230).map(({ offerId }) => offerId));
    expect(rows.every(({ length }) => length === 17)).toBe(true);
  });

  test('of a campaign has its name', async () => {
    fakeApi({ [ofCampaign]: (call) => pageOf(posts(1), call) });
    await tapExport(campaignScope);
    expect(await screen.findByText('Exported 1 post')).toBeTruthy();
    expect(saved.map(({ name }) => name)).toEqual(['Afield_Analytics_Morning_trail_2026-01-01_2026-01-31.csv']);
  });

  test('without posts creates no file', async () => {
    fakeApi({ [ofBrand]: (call) => pageOf([], call) });
    await tapExport();
    expect(await screen.findByText('No posts to export')).toBeTruthy();
    expect(saved).toEqual([]);
  });

  test('restarts if posts are inserted while it reads, and fails if they keep changing', async () => {
    let count = 150;
    const api = fakeApi({
      [ofBrand]: (call) => {
        if (call.query.page === '1' && count < 152) count += 1;
        return call.query.page === '1' ? pageOf(posts(count - 1), call) : pageOf(posts(Math.min(count, 151)), call);
      },
    });
    const { user } = await tapExport();
    expect(await screen.findByText('Exported 151 posts')).toBeTruthy();
    expect(api.to(ofBrand)).toHaveLength(4);
    expect(await rowsOf((saved[0] as { file: File }).file)).toHaveLength(151);

    api.on(ofBrand, (call) => pageOf(posts(call.query.page === '1' ? 150 : 160), call));
    await user.click(screen.getByRole('button', { name: 'Export' }));
    expect(await screen.findByText(/^The posts changed during the export\./)).toBeTruthy();
    expect(saved).toHaveLength(1);
  });
});

describe('an offline export', () => {
  test('uses stored posts, and shows their age and the missing days', async () => {
    const today = dayOf(new Date());
    const storedAt = `${addDays(today, -2)}T09:00:00.000Z`;
    const days = { since: addDays(today, -9), until: today };
    const api = fakeApi({ [ofBrand]: (call) => stored(pageOf(posts(120), call), storedAt) });
    const { user } = renderWithApp(<ExportButton period={days} scope={brandScope} />);
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    const toast = await screen.findByText(/^Data as of/);
    expect(toast.textContent).toMatch(
      /^Data as of [12] days? ago\..+ aren’t included because this device was offline\. .+ may be incomplete\.$/,
    );
    expect(await rowsOf((saved[0] as { file: File }).file)).toHaveLength(120);
    // The copy served the first page, so the second must not bypass it.
    expect(api.to(ofBrand).map(isPast)).toEqual([true, false]);
  });

  test('uses only stored posts if the network fails halfway', async () => {
    const api = fakeApi({
      [ofBrand]: (call) => {
        const fromNetwork = call.query.page === '1' && isPast(call);
        return fromNetwork ? pageOf(posts(120, 7), call) : stored(pageOf(posts(120, 5), call), '2026-02-01T09:00:00Z');
      },
    });
    await tapExport();
    expect(await screen.findByText('Exported 120 posts')).toBeTruthy();
    expect(api.to(ofBrand).map(({ query }) => query.page)).toEqual(['1', '2', '1', '2']);
    const rows = await rowsOf((saved[0] as { file: File }).file);
    expect(new Set(rows.map((row) => row[13]))).toEqual(new Set(['5']));
  });

  test('shows a message if no posts are stored', async () => {
    fakeApi({ [ofBrand]: () => refusal(503, 'not_available_offline', 'Not available offline yet') });
    await tapExport();
    expect(await screen.findByText('Export failed')).toBeTruthy();
    expect(screen.getByText(/this period isn’t stored on this device\. No file was created\.$/)).toBeTruthy();
    expect(saved).toEqual([]);
  });
});

describe('a long export', () => {
  /** An export whose second page is pending until the test responds. */
  async function half() {
    let answer: (given: unknown) => void = () => undefined;
    fakeApi({
      [ofBrand]: (call) => {
        if (call.query.page === '1') return pageOf(posts(130), call);
        return new Promise((resolve) => {
          answer = (given) => resolve(given ?? pageOf(posts(130), call));
        });
      },
    });
    const app = await tapExport();
    const dialog = await screen.findByRole('dialog', { name: 'Exporting posts' });
    return { ...app, dialog: within(dialog), answer: (given?: unknown) => answer(given) };
  }

  test('shows its progress', async () => {
    const { dialog, answer } = await half();
    const bar = await dialog.findByRole('progressbar', { name: 'Export, 100 of 130 posts' });
    expect(bar.getAttribute('aria-valuenow')).toBe('76');
    answer();
    expect(await screen.findByText('Exported 130 posts')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('can be canceled without creating a file', async () => {
    const { user, dialog, answer } = await half();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    answer();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Export' }).hasAttribute('disabled')).toBe(false));
    expect(saved).toEqual([]);
    expect(screen.queryByText(/Export(ed| failed)/)).toBeNull();
  });

  test('shows where and why it failed halfway, and creates no file', async () => {
    const { answer } = await half();
    answer(refusal(500, 'internal', 'Broken.'));
    expect(await screen.findByText('Export failed')).toBeTruthy();
    expect(screen.getByText('Broken. The export stopped after 100 of 130 posts. No file was created.')).toBeTruthy();
    expect(saved).toEqual([]);
  });
});

describe('an export on a phone with a share sheet', () => {
  /** Files that were passed to the share sheet. */
  const shared: File[] = [];
  afterEach(() => {
    for (const name of ['canShare', 'share']) Reflect.deleteProperty(navigator, name);
  });

  async function exportTo(share: (tries: number) => Promise<void>) {
    shared.length = 0;
    const plain = window.matchMedia;
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      query === '(pointer: coarse)' ? ({ ...plain(query), matches: true } as MediaQueryList) : plain(query),
    );
    const sheet = {
      canShare: ({ files }: ShareData) => files?.length === 1,
      share: ({ files = [] }: ShareData) => {
        shared.push(...files);
        return share(shared.length);
      },
    };
    for (const [name, value] of Object.entries(sheet)) {
      Object.defineProperty(navigator, name, { configurable: true, value });
    }
    fakeApi({ [ofBrand]: (call) => pageOf(posts(2), call) });
    const app = await tapExport();
    await waitFor(() => expect(shared).toHaveLength(1));
    return app;
  }
  const refuse = (name: string) => Promise.reject(new DOMException('Refused', name));

  test('shares the file', async () => {
    await exportTo(async () => undefined);
    expect(await screen.findByText('Exported 2 posts')).toBeTruthy();
    expect(shared.map(({ name, type }) => [name, type])).toEqual([[file, 'text/csv']]);
    expect(saved).toEqual([]);
  });

  test('shows no error if the share sheet is dismissed', async () => {
    await exportTo(() => refuse('AbortError'));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Export' }).hasAttribute('disabled')).toBe(false));
    expect(screen.queryByText(/Exported/)).toBeNull();
    expect(saved).toEqual([]);
  });

  test('asks for another tap if the first was too long ago', async () => {
    const { user } = await exportTo((tries) => (tries < 3 ? refuse('NotAllowedError') : Promise.resolve()));
    const dialog = within(await screen.findByRole('dialog', { name: 'Your export is ready' }));
    expect(dialog.getByText(file)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Share' }));
    await user.click(dialog.getByRole('button', { name: 'Share' }));
    expect(await screen.findByText('Exported 2 posts')).toBeTruthy();
    expect(shared).toHaveLength(3);
    expect(saved).toEqual([]);
  });

  test('offers a download if the first tap was too long ago', async () => {
    const { user } = await exportTo(() => refuse('NotAllowedError'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Your export is ready' }));
    await user.click(dialog.getByRole('button', { name: 'Download' }));
    expect(await screen.findByText('Exported 2 posts')).toBeTruthy();
    expect(saved.map(({ name }) => name)).toEqual([file]);
  });

  test('downloads the file if it can’t be shared', async () => {
    await exportTo(() => refuse('DataError'));
    expect(await screen.findByText('Exported 2 posts')).toBeTruthy();
    expect(saved.map(({ name }) => name)).toEqual([file]);
  });
});
