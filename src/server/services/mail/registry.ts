import type { EmailRenderer } from './email-kind.ts';
import type { MailRow } from './outbox.ts';
import type { MailText } from './render.ts';

/** Renders an email of the outbox from current data; null if it is obsolete. @throws for an unknown kind */
export type RenderMail = (mail: MailRow) => Promise<MailText | null>;

/** Returns a function that renders each email by its kind. @throws if two renderers have the same kind */
export function mailRenderer<Deps>(renderers: readonly EmailRenderer<Deps>[], deps: Deps): RenderMail {
  const byKind = new Map<string, EmailRenderer<Deps>>();
  for (const renderer of renderers) {
    if (byKind.has(renderer.kind)) throw new Error(`Two emails have the kind ${renderer.kind}`);
    byKind.set(renderer.kind, renderer);
  }
  return async (mail) => {
    const renderer = byKind.get(mail.kind);
    if (renderer === undefined) throw new Error(`No email has the kind ${mail.kind}`);
    return renderer.render(deps, mail);
  };
}
