/** Labels of input fields. A path is matched by its last segment that is listed here. */
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

/** The label of the field at an issue's path, such as "Email"; null for values that users don't enter. */
export function fieldOf(path: string): string | null {
  const found = path.split('.').findLast((name) => Object.hasOwn(words, name));
  return found === undefined ? null : (words[found] ?? null);
}

/** Prefixes a sentence with the field's name, unless it already begins with it. */
export const aboutField = (field: string | null, sentence: string): string =>
  field === null || sentence.toLowerCase().startsWith(`${field.toLowerCase()} `) ? sentence : `${field}: ${sentence}`;

/** Path that validators put before their messages: `body.email: Expected …`. */
const leadingPath = /^(?:body|query|params)((?:\.[\w-]+)*):\s*/;

/** Replaces the path at the start of an error message with the field's label. */
export function withoutPath(message: string): string {
  const [path] = leadingPath.exec(message) ?? [];
  if (path === undefined) return message;
  const field = fieldOf(path.replace(/:\s*$/, ''));
  return aboutField(field, message.slice(path.length));
}
