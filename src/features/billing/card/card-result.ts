import type { Ref } from 'react';

/** Result of asking for the holder's card. */
export type CardResult =
  /** It is confirmed: the token is what the server stores. */
  | { kind: 'confirmed'; token: string }
  /** The form itself says what is missing or wrong in it. */
  | { kind: 'incomplete' }
  /** The provider's message, where it gives one. */
  | { kind: 'refused'; message: string | null }
  /** The provider did not finish, and says nothing. */
  | { kind: 'unfinished' };

export interface CardHandle {
  /** Confirms the card that was typed, with its bank where that is asked for. */
  confirm(): Promise<CardResult>;
}

export interface CardProps {
  handle: Ref<CardHandle>;
  disabled: boolean;
}
