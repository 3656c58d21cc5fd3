import type { BrandSession } from '#contract/account/auth.ts';
import type { Runtime } from '#sw/runtime/runtime.ts';

/** A busy page responds within this time; a frozen one doesn't. */
const replyTimeoutMs = 1000;

export interface PageSession {
  /** Asks pages for their session and waits for the first response, since all pages share one local storage. */
  ask(): Promise<void>;
  /** Records a session that a page has sent. */
  sent(session: BrandSession): void;
  /** True if the last session that a page has sent since `ask` was called has this refresh token. */
  has(refreshToken: string): boolean;
}

/** The session in the pages' local storage, which a worker can't read itself. */
export function createPageSession({ wait }: Pick<Runtime, 'wait'>, request: () => Promise<number>): PageSession {
  let last: string | null = null;
  let onSent = () => {};
  return {
    async ask() {
      last = null;
      const over = new AbortController();
      const answered = new Promise<void>((resolve) => {
        onSent = resolve;
      });
      if ((await request()) > 0) await Promise.race([answered, wait(replyTimeoutMs, over.signal)]);
      over.abort();
    },
    sent({ refreshToken }) {
      last = refreshToken;
      onSent();
    },
    has: (refreshToken) => last === refreshToken,
  };
}
