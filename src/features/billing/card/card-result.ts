import type { Ref } from 'react';

/** Result of confirming the card. */
export type CardResult =
  /** Confirmed: the server stores this token. */
  | { kind: 'confirmed'; token: string }
  /** The form itself shows what is missing or wrong. */
  | { kind: 'incomplete' }
  /** The provider's message, if it has one. */
  | { kind: 'refused'; message: string | null }
  /** The provider didn't finish, and gave no reason. */
  | { kind: 'unfinished' };

export interface CardHandle {
  /** Confirms the typed card, with its bank if required. */
  confirm(): Promise<CardResult>;
}

export interface CardProps {
  handle: Ref<CardHandle>;
  disabled: boolean;
}
