import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseMail, type ReadMail } from '#tests/support/services/mail.ts';

const noMailMs = 20_000;

/** Reads each email file of a server once: a run leaves thousands of them. */
export function createMailbox(dataDir: string) {
  const folder = join(dataDir, 'mail');
  const read = new Set<string>();
  const mails: ReadMail[] = [];
  const readNew = () => {
    for (const name of readdirSync(folder)) {
      if (!name.endsWith('.eml') || read.has(name)) continue;
      read.add(name);
      mails.push(parseMail(readFileSync(join(folder, name), 'utf8')));
    }
  };
  return {
    /** Waits for an email and removes it. @returns the code in its link */
    async codeFor(recipient: string, subject: string): Promise<string> {
      for (const endAt = Date.now() + noMailMs; Date.now() < endAt; await sleep(50)) {
        readNew();
        const index = mails.findIndex((mail) => mail.to === recipient && mail.subject === subject);
        const [mail] = index < 0 ? [] : mails.splice(index, 1);
        const code = mail === undefined ? null : new URL(mail.link).searchParams.get('code');
        if (code !== null) return code;
      }
      throw new Error(`No mail “${subject}” came for ${recipient}`);
    },
  };
}
