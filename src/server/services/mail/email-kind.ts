import * as v from 'valibot';
import type { MailContent, MailRow } from './outbox.ts';
import type { MailText } from './render.ts';

/** Renders the emails of one kind. */
export interface EmailRenderer<Deps> {
  readonly kind: string;
  /** Renders an email of the outbox as of now; null if there is nothing left to say. */
  render(deps: Deps, mail: MailRow): Promise<MailText | null>;
}

/** A kind of email: the room that sends it defines how it is stored and rendered. */
export interface EmailKind<Deps, Data> extends EmailRenderer<Deps> {
  /** Content for the outbox. */
  of(data: Data): MailContent;
}

/** Data of an email by the schemas of its entries. */
export type DataOf<Entries extends v.ObjectEntries> = v.InferOutput<v.ObjectSchema<Entries, undefined>>;

export interface EmailDefinition<Entries extends v.ObjectEntries, Render> {
  kind: string;
  /** Facts that the outbox stores: words and links are made at sending. */
  data: Entries;
  render: Render;
}

type Rendered<Text> = Promise<Text | null> | Text | null;

/** @param about what the data are rendered with: the row of the outbox, or what was read of it */
export type Render<Deps, About, Entries extends v.ObjectEntries, Text> = (
  deps: Deps,
  about: About,
  data: DataOf<Entries>,
) => Rendered<Text>;

/** Defines a kind of email. `render` is given its row of the outbox, and the data once they are parsed. */
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
