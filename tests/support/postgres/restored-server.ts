import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { getBrand } from '#contract/brand/brand.ts';
import { getCampaign, updateCampaign } from '#contract/brand/campaign.ts';
import { pathOf } from '#contract/wire/endpoint.ts';
import { newKey } from '../calls/call.ts';
import { createPhone } from '../calls/phone.ts';
import { type ServerProcess, startProcess } from '../servers/process.ts';

const run = promisify(execFile);

/** Reads the commands of a fenced block in the operator's guide, found by the line above it. */
export function guideCommands(title: string): string {
  const guide = readFileSync('docs/operating.md', 'utf8');
  const [, commands] = new RegExp(`${title}[^\\n]*\\n\\n\`\`\`sh\\n([^\`]+)\`\`\``).exec(guide) ?? [];
  if (commands === undefined) throw new Error(`The guide has no commands for ${title}`);
  return commands;
}

/** Runs commands from the guide in a shell, with these variables. */
export async function doCommands(commands: string, variables: Record<string, string>): Promise<void> {
  const { PATH = '', HOME = '' } = process.env;
  await run('bash', ['-euc', commands], { env: { PATH, HOME, ...variables } });
}

interface Installation {
  settings: Record<string, string>;
  backUp(): Promise<void>;
  restore(): Promise<void>;
  /** True if the server runs during the backup, with continuous writes. */
  runsMeanwhile?: boolean;
}

/** Runs a command from its sources, as `npm run` does from the build. @throws its output, if it failed */
export async function runCommand(name: string, args: string[], variables: Record<string, string>): Promise<string> {
  const { PATH = '', HOME = '' } = process.env;
  const command = ['--import', 'tsx', `src/server/programs/${name}.ts`, ...args];
  return (await run(process.execPath, command, { env: { PATH, HOME, ...variables } })).stdout;
}

/**
 * Syncs a phone before and after a backup, restores the server from it, and lets the server's revisions grow past those
 * that the phone has seen.
 * @returns the final data of phone and server about the brand and about a campaign that changed after the backup
 */
export async function phoneAfterRestore({ settings, backUp, restore, runsMeanwhile = false }: Installation) {
  let server: ServerProcess | null = null;
  let address = '';
  const start = async () => {
    server = startProcess({ PORT: '0', SEED_DEMO: '1', SIMULATE: '0', HOST: '127.0.0.1', ...settings });
    address = await server.ready;
  };
  const stop = async () => {
    server?.child.kill('SIGTERM');
    await server?.ended;
  };
  try {
    await start();
    const body = JSON.stringify({ email: 'demo@afield.test', password: 'Demo-pass1!' });
    const login = await fetch(`${address}/brand/v1.0/auth/login`, {
      ...{ method: 'POST', headers: { 'Content-Type': 'application/json' }, body },
    });
    const { brandId, accessToken } = (await login.json()) as { brandId: string; accessToken: string };
    const request = async (path: string | URL | Request, init: RequestInit = {}) => fetch(`${address}${path}`, init);
    const phone = createPhone({
      server: { clock: { now: () => new Date(), advance: () => {} }, app: { request } },
      ...{ token: accessToken, brandId },
    });
    const write = async (path: string, change: object) => {
      const answer = await request(path, {
        method: 'PUT',
        headers: {
          ...{ Authorization: `Bearer ${accessToken}`, 'Content-Type': 'application/json' },
          'Idempotency-Key': newKey(),
        },
        body: JSON.stringify(change),
      });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    };
    await phone.sync();
    let writesMeanwhile = 0;
    if (runsMeanwhile) {
      let isDone = false;
      const taken = backUp().finally(() => {
        isDone = true;
      });
      for (; !isDone; writesMeanwhile += 1) {
        await write(pathOf(getBrand), { description: `During the backup, ${writesMeanwhile}` });
      }
      await taken;
    } else {
      await stop();
      await backUp();
      await start();
    }
    const { body: list } = await phone.request('/brand/v1.0/campaigns?campaignStatus=ACTIVE');
    const [campaign] = (list as { data: { id: string; unread: boolean }[] }).data;
    if (campaign === undefined) throw new Error('The demo has no campaign');
    const path = pathOf(getCampaign, { campaignId: campaign.id });
    await write(pathOf(updateCampaign, { campaignId: campaign.id }), { unread: !campaign.unread });
    await phone.sync();
    await stop();
    await restore();
    await start();
    for (const each of [1, 2, 3, 4]) await write(pathOf(getBrand), { description: `After the backup, ${each}` });
    const ended = await phone.sync();
    const stored = async (of: string) => (await phone.answer(of))?.body;
    const answerOf = async (of: string) => (await phone.request(of)).body;
    const paths = [path, pathOf(getBrand)];
    return {
      writesMeanwhile,
      ended,
      phone: await Promise.all(paths.map(stored)),
      server: await Promise.all(paths.map(answerOf)),
    };
  } finally {
    await stop();
  }
}
