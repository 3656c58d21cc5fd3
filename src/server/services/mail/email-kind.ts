import * as v from 'valibot';
import type { MailContent, MailRow } from './outbox.ts';
import type { MailText } from './render.ts';

/** Renders the emails of one kind. */
export interface EmailRenderer<Deps> {
  readonly kind: string;
  /** Renders an email of the outbox from current data; null if it is obsolete. */
  render(deps: Deps, mail: MailRow): Promise<MailText | null>;
}

/** A kind of email. The module that sends it defines its stored data and its rendering. */
export interface EmailKind<Deps, Data> extends EmailRenderer<Deps> {
  /** Creates content for the outbox. */
  of(data: Data): MailContent;
}

/** Data of an email, from the schemas of its entries. */
export type DataOf<Entries extends v.ObjectEntries> = v.InferOutput<v.ObjectSchema<Entries, undefined>>;

export interface EmailDefinition<Entries extends v.ObjectEntries, Render> {
  kind: string;
  /** Data stored in the outbox. Text and links are rendered when the email is sent. */
  data: Entries;
  render: Render;
}

type Rendered<Text> = Promise<Text | null> | Text | null;

/** @param about the row of the outbox, or the data read for it */
export type Render<Deps, About, Entries extends v.ObjectEntries, Text> = (
  deps: Deps,
  about: About,
  data: DataOf<Entries>,
) => Rendered<Text>;

/** Defines a kind of email. `render` receives its row of the outbox and the parsed data. */
export function defineEmail<Deps, Entries extends v.ObjectEntries>({
  kind,
  data: entries,
  render,
}: EmailDefinition<Entries, Render<Deps, MailRow, Entries, MailText>>): EmailKind<Deps, DataOf<Entries>> {
  const schema = v.object(entries);
  return {
    kind,
    of: (data) => ({ kind, data }),
    render: async (deps, mail) => render(deps, mail, v.parse(schema, mail.data)),
  };
}
