import { isKeptOut } from '../intents/classify-response.ts';

/**
 * True if the user doesn't need to know that marking a campaign as read was refused. Either the campaign no longer exists, or it
 * is archived and can't be marked, or the brand has no access to the dashboard, which its screen shows.
 */
export const isMarkMoot = (refusal: { status: number; code: string | null }): boolean =>
  refusal.status === 404 || refusal.status === 409 || isKeptOut(refusal);
