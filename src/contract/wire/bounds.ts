/** Bounds of what goes over the wire. Without imports, so that a page that needs one number does not load every schema. */

/** Rows of a page where a query names no other size. */
export const pageSizes = { campaigns: 20, offers: 10, posts: 20, payments: 10 } as const;

/** Least amount that can be added at once. */
export const minimumFundsCents = 10_000;

/** Least budget of a campaign that is paid by views. */
export const minimumBudgetCents = 10_000;

/** Least amount that a running campaign's budget grows by. */
export const minimumTopUpCents = 1_000;

/** Length of a brand's description in characters; the minimum holds where a form asks for it. */
export const descriptionLength = { minLength: 10, maxLength: 129 } as const;

/** Characters of the company's details on statements, at most. */
export const longestBillingDetails = { companyName: 120, address: 500, taxNumber: 60 } as const;

/** The most of one upload: bytes of a file once it is decoded, and files. Videos by the tus protocol alone may have more. */
export const mostUploaded = { fileBytes: 10_000_000, videoBytes: 100_000_000, files: 10 } as const;

/** Characters of this many bytes in Base64. */
export const base64Length = (bytes: number) => 4 * Math.ceil(bytes / 3);

/** The most of what a brief holds: characters, entries of dos, of donts and of talking points, and files. */
export const longestBrief = {
  title: 120,
  product: 200,
  guideline: 500,
  guidelines: 50,
  notes: 5000,
  files: 20,
} as const;

/** Characters of the note that goes with a requested change, at most. */
export const longestChangeNote = 500;

/** The most creators that a proposal of a flat fee is for. */
export const mostProposedCreators = 1_000;

/** Characters of the note with which a brand declines a proposal, at most. */
export const longestDeclineNote = 500;

/** Levels of arrays and objects in the JSON of a request, at most. */
export const deepestJson = 32;
