import * as v from 'valibot';
import type { DownloadPolicy } from '#contract/worker/kept-drafts.ts';
import type { SyncStatus } from '#contract/worker/sync-status.ts';
import { type PageMessage, pageMessageSchema, type WorkerReply } from '#contract/worker/worker-message.ts';

export interface Commands {
  session(message: Extract<PageMessage, { type: 'session' }>): Promise<void>;
  pageState(message: Extract<PageMessage, { type: 'page-state' }>): Promise<void>;
  serverChanged(): Promise<void>;
  refreshNow(): Promise<void>;
  /** @throws {RefusedError} if the action can't be undone, with a message for the user */
  undo(actionId: string): Promise<void>;
  retry(actionId: string): Promise<void>;
  discard(actionId: string): Promise<void>;
  sendNow(): Promise<void>;
  wipe(brandId: string): Promise<void>;
  freeSpace(): Promise<void>;
  broadcastDrafts(): Promise<void>;
  setDownloads(policy: DownloadPolicy): Promise<void>;
  removeDownloads(): Promise<void>;
  claim(): Promise<void>;
  skipWaiting(): Promise<void>;
  status(listed?: number): Promise<SyncStatus>;
}

/** A request that can't be fulfilled, with a message for the user. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly isTooLate: boolean;

  /** @param options.isTooLate true if the intent was settled or sent in the meantime */
  constructor(message: string, { isTooLate = false } = {}) {
    super(message);
    this.isTooLate = isTooLate;
  }
}

async function obey(message: PageMessage, commands: Commands): Promise<void> {
  switch (message.type) {
    case 'session':
      return commands.session(message);
    case 'page-state':
      return commands.pageState(message);
    case 'get-status':
      return;
    case 'server-changed':
      return commands.serverChanged();
    case 'refresh-now':
      return commands.refreshNow();
    case 'undo':
      return commands.undo(message.actionId);
    case 'retry':
      return commands.retry(message.actionId);
    case 'discard':
      return commands.discard(message.actionId);
    case 'send-now':
      return commands.sendNow();
    case 'wipe':
      return commands.wipe(message.brandId);
    case 'free-space':
      return commands.freeSpace();
    case 'get-drafts':
      return commands.broadcastDrafts();
    case 'set-downloads':
      return commands.setDownloads(message.policy);
    case 'remove-downloads':
      return commands.removeDownloads();
    case 'claim':
      return commands.claim();
    case 'skip-waiting':
      return commands.skipWaiting();
  }
}

/** Handles a page's message and replies on its port. Messages outside the contract are ignored. */
export async function handleMessage(
  data: unknown,
  reply: (reply: WorkerReply) => void,
  commands: Commands,
  reportError: (error: unknown) => void,
): Promise<void> {
  const parsed = v.safeParse(pageMessageSchema, data);
  if (!parsed.success) return;
  try {
    await obey(parsed.output, commands);
    const listed = parsed.output.type === 'get-status' ? parsed.output.listed : undefined;
    reply({ ok: true, status: await commands.status(listed) });
  } catch (error) {
    if (!(error instanceof RefusedError)) reportError(error);
    const isRefused = error instanceof RefusedError;
    const message = isRefused ? error.message : 'Please try again.';
    reply({ ok: false, message, ...(isRefused && error.isTooLate ? { isTooLate: true } : {}) });
  }
}
