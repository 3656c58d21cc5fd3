/** One entry in an email's list. */
export interface MailItem {
  title: string;
  note: string;
  /** URL of a picture; null if there is none. */
  image: string | null;
  url: string;
}

/** Points in order, with an optional heading. */
export interface MailList {
  heading: string | null;
  points: readonly { title: string; text: string }[];
  /** Text after the points. */
  after: string | null;
}

/** Content of an email before it is rendered as text and HTML. */
export interface MailText {
  subject: string;
  greeting: string;
  paragraphs: readonly string[];
  lists?: readonly MailList[];
  items?: readonly MailItem[];
  /** Text after the lists. */
  after?: string;
  /** The call to action, as a link; null if there is none. */
  action: { label: string; url: string } | null;
  /** Small print below the action. */
  footnote: string;
  /** Turns off emails of this kind, by one POST from a mail client or through a page (RFC 8058). */
  unsubscribeUrl?: string;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);

/** Renders the plain-text part. Each link is on its own line, so that every mail client detects it. */
export function renderText(mail: MailText): string {
  const { greeting, paragraphs, lists = [], items = [], after, action, footnote, unsubscribeUrl } = mail;
  const points = lists.flatMap((list) => [
    ...(list.heading === null ? [] : [list.heading]),
    ...list.points.map(({ title, text }) => `- ${[title, text].filter(Boolean).join(': ')}`),
    ...(list.after === null ? [] : [list.after]),
  ]);
  const listed = items.map(({ title, note, url }) => `${title} (${note})\n${url}`);
  const link = action === null ? [] : [`${action.label}:\n${action.url}`];
  const off = unsubscribeUrl === undefined ? [] : [`${unsubscribeLabel}:\n${unsubscribeUrl}`];
  const parts = [
    ...[greeting, ...paragraphs, ...points, ...listed],
    ...(after === undefined ? [] : [after]),
    ...[...link, footnote, ...off],
  ];
  return `${parts.join('\n\n')}\n\nAfield\n`;
}

const unsubscribeLabel = 'Turn reminders off';

/** For mail clients that support dark mode; others use the inline colors, which are light. */
const darkStyle = `<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.back{background:#101613!important}.card{background:#18201c!important}.text{color:#e8ece9!important}
.faint{color:#a3aea8!important}.link{color:#6fce9f!important}.button{background:#1b7f54!important}.picture{background:#26302b!important}
}
</style>`;

const faint = 'color:#5b6660;font-size:13px';

function paragraph(text: string, style = 'margin:0 0 16px', name = ''): string {
  return `<p${name && ` class="${name}"`} style="${style}">${escapeHtml(text)}</p>`;
}

function renderPicture(image: string | null): string {
  const picture =
    image === null
      ? ''
      : `<img src="${escapeHtml(image)}" alt="" width="54" height="72" style="border-radius:8px;display:block;height:72px;object-fit:cover;width:54px">`;
  return `<td width="54" style="padding:0 14px 12px 0" valign="top"><div class="picture" style="background:#e6ebe8;border-radius:8px;height:72px;width:54px">${picture}</div></td>`;
}

function renderItem({ title, note, image, url }: MailItem, hasPictures: boolean): string {
  return `<tr>${hasPictures ? renderPicture(image) : ''}
<td style="padding:0 0 12px" valign="middle"><a href="${escapeHtml(url)}" class="link" style="color:#0b6e4f;font-weight:600;text-decoration:none">${escapeHtml(title)}</a><br><span class="faint" style="${faint}">${escapeHtml(note)}</span></td></tr>`;
}

function renderItems(items: readonly MailItem[]): string {
  if (items.length === 0) return '';
  // An empty picture column next to a post's link would look like a picture that failed to load.
  const hasPictures = items.some(({ image }) => image !== null);
  const rows = items.map((item) => renderItem(item, hasPictures));
  return `<table role="presentation" width="100%" cellspacing="0" cellpadding="0">${rows.join('\n')}</table>`;
}

const bold = 'margin:0 0 8px;font-weight:600';

function renderList({ heading, points, after }: MailList): string {
  const rendered = points.map(
    ({ title, text }) =>
      `<li style="margin:0 0 12px"><strong>${escapeHtml(title)}</strong>${text && `<br>${escapeHtml(text)}`}</li>`,
  );
  return `${heading === null ? '' : paragraph(heading, bold)}
<ul style="margin:0 0 16px;padding:0 0 0 20px">${rendered.join('\n')}</ul>
${after === null ? '' : paragraph(after)}`;
}

function renderUnsubscribe(url: string): string {
  return `<p class="faint" style="margin:8px 0 0;${faint}"><a href="${escapeHtml(url)}" class="faint" style="${faint}">${unsubscribeLabel}</a></p>`;
}

function renderAction(action: MailText['action']): string {
  if (action === null) return '';
  const url = escapeHtml(action.url);
  return `<p style="margin:24px 0"><a href="${url}" class="button" style="background:#0b6e4f;border-radius:8px;color:#ffffff;display:inline-block;font-weight:600;padding:12px 20px;text-decoration:none">${escapeHtml(action.label)}</a></p>
${paragraph('If the button doesn’t work, open this link:', `margin:0 0 4px;${faint}`, 'faint')}
<p style="margin:0 0 16px;font-size:13px;word-break:break-all"><a href="${url}" class="link" style="color:#0b6e4f">${url}</a></p>`;
}

/**
 * Renders the HTML part with tables and inline styles, as mail clients require. Only posters are loaded, from the
 * app's own URL.
 */
export function renderHtml(mail: MailText): string {
  const { subject, greeting, paragraphs, lists = [], items = [], after, action, footnote, unsubscribeUrl } = mail;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title>
${darkStyle}</head>
<body class="back" style="margin:0;background:#f3f5f4">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="card" width="100%" cellspacing="0" cellpadding="0" style="max-width:520px;background:#ffffff;border-radius:12px"><tr><td class="text" style="padding:28px;color:#17211c;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif;overflow-wrap:anywhere;word-break:break-word">
<p style="margin:0 0 20px;font-weight:700">Afield</p>
${[greeting, ...paragraphs].map((text) => paragraph(text)).join('\n')}
${lists.map(renderList).join('\n')}
${renderItems(items)}
${after === undefined ? '' : paragraph(after)}
${renderAction(action)}
${paragraph(footnote, `margin:16px 0 0;${faint}`, 'faint')}
${unsubscribeUrl === undefined ? '' : renderUnsubscribe(unsubscribeUrl)}
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}
