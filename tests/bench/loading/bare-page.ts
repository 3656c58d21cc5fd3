import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import * as v from 'valibot';
import { build } from 'vite';
import { root } from '#cli/set-up.mjs';
import { login as loginCall } from '#contract/account/auth.ts';
import { type Campaign, listCampaigns } from '#contract/brand/campaign.ts';

const source = join(root, 'tests/bench/bare');
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' };

/**
 * Builds and serves a page with React, and a worker that stores the same campaigns with plain idb: the minimum cost of
 * an offline list. A cold start of Afield is stated as a ratio to its start.
 * @param folder output folder for its files
 */
export async function serveBarePage(folder: string, campaigns: readonly Campaign[]) {
  const outDir = join(folder, 'bare');
  await build({
    configFile: false,
    root: source,
    logLevel: 'warn',
    publicDir: false,
    plugins: [react()],
    build: {
      outDir,
      emptyOutDir: true,
      rolldownOptions: {
        input: { index: join(source, 'index.html'), worker: join(source, 'worker.ts') },
        output: { entryFileNames: '[name].js' },
      },
    },
  });
  const built = readdirSync(outDir, { recursive: true, encoding: 'utf8' }).filter((name) => extname(name) in types);
  const everything = JSON.stringify({
    files: ['/', ...built.filter((name) => name !== 'index.html').map((name) => `/${name}`)],
    campaigns,
  });
  const server = createServer(({ url = '/' }, response) => {
    if (url === '/everything') {
      response.setHeader('Content-Type', 'application/json').end(everything);
      return;
    }
    const name = url === '/' ? 'index.html' : url.slice(1);
    if (!built.includes(name)) {
      response.writeHead(404).end();
      return;
    }
    response.setHeader('Content-Type', types[extname(name)] ?? '').end(readFileSync(join(outDir, name)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Reads all of a brand's campaigns from Afield's server. */
export async function campaignsOf(address: string, { email, password }: Record<'email' | 'password', string>) {
  const answer = await fetch(address + loginCall.path, {
    method: loginCall.method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { accessToken } = v.parse(loginCall.answer, await answer.json());
  const campaigns: Campaign[] = [];
  for (let page: number | null = 1; page !== null; ) {
    const query = new URLSearchParams({ page: String(page), pageSize: '100', campaignStatus: 'ACTIVE' });
    const listed: Response = await fetch(`${address}${listCampaigns.path}?${query}`, {
      headers: { Authorization: `Bearer ${accessToken}` },
    });
    const { data, pagination } = v.parse(listCampaigns.answer, await listed.json());
    campaigns.push(...data);
    page = pagination.nextPage;
  }
  return campaigns;
}
