let leave: () => Promise<void> = () => Promise.resolve();

/** Sets what happens once the server has ended the session: how a page is left is not the client's to know. */
export function onSessionOver(handler: () => Promise<void>): void {
  leave = handler;
}

/** Leaves the page of a session that the server has ended, as {@link onSessionOver} has set it. */
export const leaveSession = (): Promise<void> => leave();
