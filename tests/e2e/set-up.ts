import { draftsDir } from '#tests/support/media/drafts.ts';

/** Makes the drafts that brands play before the first test: each worker would make them for itself. */
export default function setUp(): void {
  draftsDir();
}
