/** Names of values that people fill in, by the last name of an issue's path that is here. */
const words: Readonly<Record<string, string>> = {
  name: 'Name',
  email: 'Email',
  password: 'Password',
  newPassword: 'New password',
  currentPassword: 'Current password',
  description: 'Description',
  iconUrl: 'Logo',
  brandUrl: 'Website',
  storeLocatorUrl: 'Store locator',
  tikTokHandle: 'TikTok handle',
  youtubeHandle: 'YouTube handle',
  instagramHandle: 'Instagram handle',
  facebookHandle: 'Facebook handle',
  postNotificationsEnabled: 'New submissions and posts',
  loginNotificationsEnabled: 'New logins',
  campaignType: 'Campaign type',
  title: 'Title',
  socialPlatforms: 'Platforms',
  startAtDeltaSecs: 'Start date',
  endAtDeltaSecs: 'End date',
  dos: 'Dos',
  donts: 'Don’ts',
  tagIds: 'Tags',
  cpmBudgetCents: 'Budget',
  amountCents: 'Amount',
  media: 'Examples',
  talkingPoints: 'Talking points',
  extraNotes: 'Notes for creators',
  product: 'Product',
  captions: 'Captions',
  requestedChanges: 'Requested changes',
  files: 'File',
  billingDetails: 'Billing details',
  companyName: 'Company name',
  taxNumber: 'Tax number',
  address: 'Address',
  caption: 'Caption',
  link: 'Link',
};

/** The label of the field that an issue's path leads to, such as "Email"; null for values that users don't fill in. */
export function fieldOf(path: string): string | null {
  const found = path.split('.').findLast((name) => Object.hasOwn(words, name));
  return found === undefined ? null : (words[found] ?? null);
}

/** A sentence with the name of its field before it, unless it names the field itself. */
export const aboutField = (field: string | null, sentence: string): string =>
  field === null || sentence.toLowerCase().startsWith(`${field.toLowerCase()} `) ? sentence : `${field}: ${sentence}`;

/** A path as validators write it before their words: `body.email: Expected …`. */
const leadingPath = /^(?:body|query|params)((?:\.[\w-]+)*):\s*/;

/** A sentence of an error without the path before it, which names a value as programs do. */
export function withoutPath(message: string): string {
  const [path] = leadingPath.exec(message) ?? [];
  if (path === undefined) return message;
  const field = fieldOf(path.replace(/:\s*$/, ''));
  return aboutField(field, message.slice(path.length));
}
