/** Limits of requests and responses. This module imports nothing, so a page that needs one number doesn't load every schema. */

/** Default page sizes of lists. */
export const pageSizes = { campaigns: 20, offers: 10, posts: 20, payments: 10 } as const;

/** Minimum amount that can be added at once. */
export const minimumFundsCents = 10_000;

/** Minimum budget of a campaign that is paid by views. */
export const minimumBudgetCents = 10_000;

/** Minimum amount that can be added to a running campaign's budget. */
export const minimumTopUpCents = 1_000;

/** Length of a brand's description in characters; the minimum applies where a form requires a description. */
export const descriptionLength = { minLength: 10, maxLength: 129 } as const;

/** Maximum lengths of the company's details on statements, in characters. */
export const maxBillingDetailsLength = { companyName: 120, address: 500, taxNumber: 60 } as const;

/** Limits of one upload: decoded bytes per file, and number of files. Only videos uploaded by tus may be larger. */
export const uploadLimits = { fileBytes: 10_000_000, videoBytes: 100_000_000, files: 10 } as const;

/** Length of this many bytes in Base64. */
export const base64Length = (bytes: number) => 4 * Math.ceil(bytes / 3);

/** Limits of a brief: lengths in characters; number of entries for dos, don'ts and talking points; number of files. */
export const maxBriefLength = {
  title: 120,
  product: 200,
  guideline: 500,
  guidelines: 50,
  notes: 5000,
  files: 20,
} as const;

/** Maximum length of a requested change's note, in characters. */
export const maxChangeNoteLength = 500;

/** Maximum number of creators in a flat-fee proposal. */
export const maxProposedCreators = 1_000;

/** Maximum length of a brand's note when it declines a proposal, in characters. */
export const maxDeclineNoteLength = 500;

/** Maximum nesting depth of a request's JSON. */
export const maxJsonDepth = 32;
