import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { brands } from '#server/database/tables/tables.ts';
import { brandLines } from '#server/services/admin/shared/format.ts';
import { call, newKey } from '#tests/support/calls/call.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { uploadOf } from '#tests/support/servers/brand-files.ts';
import { mailsTo } from '#tests/support/services/mail.ts';

const { createCampaign, requestPasswordReset, signup, updateBrand, uploadFiles } = endpoints;
const { server, given, loggedIn } = await apiServer();
let brandId: string;
let token: string;

beforeEach(async () => {
  ({ brandId, token } = await loggedIn());
});

const upload = (content: Buffer, destination: 'brand/profile-picture/' | 'campaigns/media') =>
  call(server, uploadFiles, { token, body: uploadOf([content], { destination, name: 'file' }) });

describe('brand names', () => {
  test.each(['Mallory\n2026-01-01  APPROVED  Acme', 'a\tb', 'a\u001b[2Jb', 'a\u2028b', 'abc\u202egpj.exe'])(
    'with control characters are refused: %j',
    async (name) => {
      const body = { name, email: 'mallory@brands.test', password: 'Mallory-pass1!' };
      const { status, error } = await call(server, signup, { body });
      expect([status, error?.issues?.[0]?.path]).toEqual([400, 'body.name']);
    },
  );

  test('already in the database can’t forge a line in operator output', () => {
    const email = 'mallory@brands.test';
    const listed = { id: 'brd_1', email, emailVerified: true, approvalStatus: 'PENDING' as const, suspension: null };
    const row = { ...listed, websiteUrl: null, availableCents: 0, createdAt: '2026-01-01T00:00:00.000Z' };
    const lines = brandLines([{ ...row, name: 'a\r\nb\u001b[2J\u202ec' }], new Date('2026-01-03T00:00:00.000Z'));
    expect(lines).toBe('2026-01-01 (2 days)  PENDING  a\uFFFD\uFFFDb\uFFFD[2J\uFFFDc <mallory@brands.test> (brd_1)');
  });

  test('are shortened in emails', async () => {
    const name = 'Win a prize and much more of it '.repeat(3).trim();
    const body = { name, email: 'long@brands.test', password: 'Mallory-pass1!' };
    expect((await call(server, signup, { body })).status).toBe(200);
    const [mail] = await mailsTo(server, 'long@brands.test');
    expect(mail?.text).toContain(`Hello ${name.slice(0, 39)}…,`);
  });
});

test('a campaign’s free texts have length limits', async () => {
  const many = Array.from({ length: 51 }, () => 'a');
  const body = {
    ...{ title: 'Spring', campaignType: 'CPM' as const, socialPlatforms: ['TIKTOK' as const], startAtDeltaSecs: 0 },
    ...{ dos: ['a'], donts: ['b'], tagIds: ['tag_1'], cpmBudgetCents: 10_000 },
  };
  for (const [path, more] of [
    ['body.talkingPoints', { talkingPoints: many }],
    ['body.captions', { captions: many }],
    ['body.postingMedia', { postingMedia: 'a'.repeat(2049) }],
    ['body.socialPlatforms', { socialPlatforms: Array.from({ length: 7 }, () => 'TIKTOK' as const) }],
    ['body.title', { title: 'Spring\nForged' }],
  ] as const) {
    const { status, error } = await call(server, createCampaign, { token, key: newKey(), body: { ...body, ...more } });
    expect([status, error?.issues?.[0]?.path]).toEqual([400, path]);
  }
});

describe('a name that contains a link', () => {
  const greetingOf = async (name: string, email: string) => {
    expect((await call(server, signup, { body: { name, email, password: 'Mallory-pass1!' } })).status).toBe(200);
    const [mail] = await mailsTo(server, email);
    return mail?.text.split('\n')[0];
  };

  test('is left out of emails to an address that isn’t verified: a verification and a reset', async () => {
    const name = 'http://evil.example please verify';
    expect(await greetingOf(name, 'victim@brands.test')).toBe('Hello,');
    await call(server, requestPasswordReset, { body: { email: 'victim@brands.test' } });
    for (const mail of await mailsTo(server, 'victim@brands.test')) {
      expect(mail.text + mail.html).not.toContain('evil');
    }
  });

  test('is used in greetings once the address is verified', async () => {
    await given.brand({ email: 'verified@brands.test', name: 'Booking.example', emailVerified: true });
    await call(server, requestPasswordReset, { body: { email: 'verified@brands.test' } });
    const [mail] = await mailsTo(server, 'verified@brands.test');
    expect(mail?.text).toContain('Hello Booking.example,');
  });

  test('is distinguished from an ordinary name with dots', async () => {
    expect(await greetingOf('St. Ives', 'ives@brands.test')).toBe('Hello St. Ives,');
  });
});

describe('an icon', () => {
  const logo = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"><path d="M0 0h9v9z"/></svg>',
  );
  const setIcon = (iconUrl: string | null) => call(server, updateBrand, { token, body: { iconUrl } });

  test('can only be one that the brand uploaded, or none', async () => {
    const { data } = await upload(logo, 'brand/profile-picture/');
    const url = data.urls[0]?.url ?? '';
    expect((await setIcon(url)).data.iconUrl).toBe(url);
    expect((await setIcon(null)).data.iconUrl).toBeNull();
  });

  test('is refused with any other URL', async () => {
    const { data } = await upload(logo, 'brand/profile-picture/');
    const url = data.urls[0]?.url ?? '';
    for (const iconUrl of [
      'https://evil.example/pixel.gif',
      'javascript:alert(1)',
      `https://evil.example${url}`,
      `${url}?x=1`,
      `//evil.example${url}`,
      url.replace(brandId, await given.brand()),
      url.replace(/[\w-]{43}/, 'A'.repeat(43)),
    ]) {
      const { status, error } = await setIcon(iconUrl);
      expect([status, error?.issues?.[0]?.path], iconUrl).toEqual([400, 'body.iconUrl']);
    }
  });

  test('stays if the brand already had it', async () => {
    const iconUrl = '/media/demo/brand.svg';
    await server.db.update(brands).set({ iconUrl }).where(eq(brands.id, brandId));
    expect((await setIcon(iconUrl)).data.iconUrl).toBe(iconUrl);
  });
});

test('a video with boxes nested 20,000 deep is refused with 415', async () => {
  const ftyp = Buffer.from('\0\0\0\x10ftypisom\0\0\0\0', 'latin1');
  const mdat = Buffer.from('\0\0\0\x08mdat', 'latin1');
  const depth = 20_000;
  const nested = Buffer.alloc(depth * 8);
  for (let i = 0; i < depth; i += 1) {
    nested.writeUInt32BE((depth - i) * 8, i * 8);
    nested.write(i === 0 ? 'moov' : 'trak', i * 8 + 4, 'latin1');
  }
  const { status, error } = await upload(Buffer.concat([ftyp, nested, mdat]), 'campaigns/media');
  expect([status, error?.code]).toEqual([415, 'unsupported_media_type']);
});
