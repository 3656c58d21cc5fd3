let leave: () => Promise<void> = () => Promise.resolve();

/** Sets the handler for a session that the server has ended. The API client doesn't know how to leave a page. */
export function onSessionOver(handler: () => Promise<void>): void {
  leave = handler;
}

/** Leaves the page after the server has ended its session, using the handler from {@link onSessionOver}. */
export const handleSessionEnd = (): Promise<void> => leave();
