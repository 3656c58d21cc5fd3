/**
 * True for a refusal of a mark as read after which nothing is left to be wanted: the campaign is gone, or archived where that
 * can't be marked.
 */
export const isMarkMoot = ({ status }: { status: number }): boolean => status === 404 || status === 409;
