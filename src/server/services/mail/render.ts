/** What a mail says, before it is text and HTML. */
export interface MailText {
  subject: string;
  greeting: string;
  paragraphs: string[];
  /** The one thing to do, as a link; null where there is none. */
  action: { label: string; url: string } | null;
  /** Small print after it. */
  footnote: string;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);

/** The plain part: the link stands alone on its line, so that every reader makes it one. */
export function renderText({ greeting, paragraphs, action, footnote }: MailText): string {
  const link = action === null ? [] : [`${action.label}:\n${action.url}`];
  return `${[greeting, ...paragraphs, ...link, footnote].join('\n\n')}\n\nAfield\n`;
}

/** The HTML part: tables and inline styles, as mail programs want them; nothing is loaded from elsewhere. */
export function renderHtml({ subject, greeting, paragraphs, action, footnote }: MailText): string {
  const paragraph = (text: string, style = 'margin:0 0 16px') => `<p style="${style}">${escapeHtml(text)}</p>`;
  const url = escapeHtml(action?.url ?? '');
  const button =
    action === null
      ? ''
      : `<p style="margin:24px 0"><a href="${url}" style="background:#0b6e4f;border-radius:8px;color:#ffffff;display:inline-block;font-weight:600;padding:12px 20px;text-decoration:none">${escapeHtml(action.label)}</a></p>
${paragraph('If the button does not work, open this address:', 'margin:0 0 4px;color:#5b6660;font-size:13px')}
<p style="margin:0 0 16px;font-size:13px;word-break:break-all"><a href="${url}" style="color:#0b6e4f">${url}</a></p>`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#f3f5f4">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="max-width:520px;background:#ffffff;border-radius:12px"><tr><td style="padding:28px;color:#17211c;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<p style="margin:0 0 20px;font-weight:700">Afield</p>
${[greeting, ...paragraphs].map((text) => paragraph(text)).join('\n')}
${button}
${paragraph(footnote, 'margin:16px 0 0;color:#5b6660;font-size:13px')}
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}
