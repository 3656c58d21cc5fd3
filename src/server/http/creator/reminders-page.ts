import { type Context, Hono } from 'hono';
import type { Database } from '#server/database/database.ts';
import {
  type ReminderLinks,
  readReminders,
  remindersPath,
  setReminders,
} from '#server/services/notices/creators/unsubscribing.ts';
import { readBytes } from '../requests/read-body.ts';

interface Deps {
  db: Database;
  reminders: ReminderLinks;
  now(): Date;
}

const maxBytes = 1000;

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
};

const style = `:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:#fbfbf9;color:#13201a;font:15px/22px system-ui,sans-serif}
main{max-width:420px;padding:24px 16px}
h1{font-size:22px;line-height:28px;margin:0 0 8px}
p{margin:0 0 24px}
button{min-height:44px;padding:0 20px;border:0;border-radius:8px;background:#1b7f54;color:#fff;font:600 15px/22px system-ui,sans-serif;cursor:pointer}
button:focus-visible{outline:3px solid #7cc7a5;outline-offset:2px}
@media (prefers-color-scheme:dark){body{background:#101613;color:#e8ece9}}`;

/** The page has no script, and opening it changes nothing: mail scanners follow links, too. */
const pageOf = (title: string, text: string, button: { label: string; value: string } | null) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Afield</title><style>${style}</style></head>
<body><main><h1>${title}</h1><p>${text}</p>
${button === null ? '' : `<form method="post"><button name="reminders" value="${button.value}">${button.label}</button></form>`}
</main></body></html>
`;

const isOnPage = pageOf(
  'Turn reminders off?',
  'We send up to two reminders for each step you need to take. You’ll still get other emails about your offers.',
  { label: 'Turn reminders off', value: 'off' },
);
const isOffPage = pageOf(
  'Reminders are off',
  'You won’t get any more reminders. You’ll still get other emails about your offers.',
  { label: 'Turn reminders back on', value: 'on' },
);
const wrongLink = pageOf('This link is incomplete', 'Please open it again from the email.', null);

/**
 * Turns off a creator's reminders: by a mail program's POST (RFC 8058), or with the button on the page that the link
 * opens. Opening it changes nothing, because mail scanners do that, too.
 */
export function remindersPage({ db, reminders, now }: Deps): Hono {
  const app = new Hono();
  const path = `${remindersPath}:token` as const;
  const show = async (creatorId: string) => {
    const isOn = await readReminders(db, creatorId);
    if (isOn === null) return answer(wrongLink, 404);
    return answer(isOn ? isOnPage : isOffPage);
  };
  const answer = (page: string, status = 200) => new Response(page, { status, headers });
  const creatorOf = (c: Context) => reminders.read(c.req.param('token') ?? '');

  app.get(path, async (c) => {
    const creatorId = creatorOf(c);
    return creatorId === null ? answer(wrongLink, 404) : show(creatorId);
  });
  app.post(path, async (c) => {
    const creatorId = creatorOf(c);
    if (creatorId === null) return answer(wrongLink, 404);
    await setReminders(db, creatorId, (await givenOf(c.req.raw)) === 'on', now());
    return show(creatorId);
  });
  return app;
}

/** Value of the page's button. A mail program's POST has another value or none. */
async function givenOf(request: Request): Promise<string | null> {
  const isForm = request.headers.get('Content-Type')?.startsWith('application/x-www-form-urlencoded') === true;
  if (!isForm) return null;
  const bytes = await readBytes(request, maxBytes);
  return new URLSearchParams(new TextDecoder().decode(bytes)).get('reminders');
}
