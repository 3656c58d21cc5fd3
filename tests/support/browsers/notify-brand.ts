import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeCreatorMove } from '#contract/creator/creator.ts';
import { creatorLinks } from '#server/services/creators/links.ts';
import { newKey } from '../calls/call.ts';
import { openOnPostgres } from '../postgres/database.ts';
import { startOwnPostgres } from '../postgres/postgres.ts';
import { startProcess } from '../servers/process.ts';
import { world } from '../servers/world.ts';
import { aSubscription } from '../services/push-receiver.ts';
import { startPushService } from '../services/push-service.ts';
import { smtpServer } from '../services/smtp-server.ts';

/** Delays of a brand's notifications about a submission, in ms after the response to the creator. */
export interface NoticeDelays {
  pushMs: number;
  mailMs: number;
}

/**
 * Submits links as a creator, one after another, to a server run as in production, with PostgreSQL, an SMTP server and
 * a push service on this machine. It waits for each push and email without a limit.
 */
export async function notifyBrand(submissions: number): Promise<NoticeDelays[]> {
  const closers: (() => unknown)[] = [];
  try {
    const dir = mkdtempSync(join(tmpdir(), 'afield-told-'));
    closers.push(() => rmSync(dir, { recursive: true, force: true }));
    let url = process.env.TEST_DATABASE_URL;
    if (!url) {
      const own = await startOwnPostgres();
      closers.push(own.remove);
      url = own.url;
    }
    const database = await openOnPostgres(url);
    closers.push(database.close);
    const service = await startPushService();
    const smtp = await smtpServer('250 taken');
    closers.push(service.close, smtp.close);
    const secret = 'of this server alone, 32 bytes or more';
    const running = startProcess({
      ...{ DATABASE_URL: database.url, SESSION_SECRET: secret, DATA_DIR: dir, PORT: '0' },
      ...{ SMTP_URL: smtp.url, PUSH_SERVICES: service.origin },
    });
    closers.push(async () => {
      running.child.kill('SIGKILL');
      await running.ended;
    });
    const address = await running.ready;
    const given = world(database.db);
    const delays: NoticeDelays[] = [];
    for (let i = 0; i < submissions; i += 1) {
      // A brand gets one email an hour, so each submission has its own brand.
      const brandId = await given.brand();
      const campaignId = await given.campaign(brandId, { asks: [] });
      const creatorId = await given.creator(brandId, { username: `maker${i}` });
      const since = new Date();
      const offerId = await given.offer(brandId, campaignId, {
        ...{ creatorId, stageType: 'SUBMIT_EVIDENCE', stageEnteredAt: since, updatedAt: since },
      });
      await given.pushDevice(brandId, { endpoint: `${service.origin}/push/${i}`, ...aSubscription() });
      const [pushes, mails] = [service.received.length, smtp.received.length];
      const token = creatorLinks(secret, () => address).tokenOf({ id: offerId, linkGeneration: 1 });
      const link = `https://www.tiktok.com/@maker${i}/video/7${String(i).padStart(17, '0')}`;
      const answer = await fetch(new URL(makeCreatorMove.path, address), {
        method: 'POST',
        headers: {
          ...{ Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
          ...{ 'Idempotency-Key': newKey(), 'If-Match': '"0"' },
        },
        body: JSON.stringify({ move: 'submit-link', link }),
      });
      const startMs = performance.now();
      if (!answer.ok) throw new Error(`The link was refused: ${await answer.text()}`);
      const after = async (hasCome: () => boolean) => {
        while (!hasCome()) await wait(5);
        return Math.round(performance.now() - startMs);
      };
      const [pushMs, mailMs] = await Promise.all([
        after(() => service.received.length > pushes),
        after(() => smtp.received.length > mails),
      ]);
      delays.push({ pushMs, mailMs });
    }
    return delays;
  } finally {
    for (const close of closers.reverse()) await close();
  }
}
