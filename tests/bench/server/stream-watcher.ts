import { type Agent, request } from 'node:http';
import { streamChanges } from '#contract/calls/live.ts';
import type { BenchServer } from './server-process.ts';

export interface Watcher {
  brandId: string;
  /** Resolves with the time at which this revision or a later one arrived. */
  until(revision: number): Promise<number>;
  close(): void;
}

/** Opens a brand's change stream. @throws if it is refused or ends */
export function watch(
  agent: Agent,
  { brandId, token, server }: { brandId: string; token: string; server: BenchServer },
): Promise<Watcher> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${token}` };
    let last = { revision: -1, at: 0 };
    let onRevision = () => {};
    const asked = request(server.address + streamChanges.path, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`A stream was answered with ${response.statusCode}`));
      response.on('error', () => {});
      response.setEncoding('utf8').on('data', (text: string) => {
        for (const [, revision] of text.matchAll(/"revision":(\d+)/g))
          last = { revision: Number(revision), at: performance.now() };
        onRevision();
        resolve({ brandId, until, close: () => asked.destroy() });
      });
    });
    asked.once('error', reject);
    asked.end();
    const until = (revision: number) =>
      new Promise<number>((come) => {
        onRevision = () => {
          if (last.revision >= revision) come(last.at);
        };
        onRevision();
      });
  });
}
