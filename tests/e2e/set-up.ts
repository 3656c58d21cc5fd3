import { draftsDir } from '#tests/support/media/drafts.ts';

/** Makes the video drafts once before the first test; otherwise each worker would. */
export default function setUp(): void {
  draftsDir();
}
