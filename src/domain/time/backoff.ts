/**
 * Delays before retries, in ms. Each policy is a function of the failures so far, which is 1 after the first. Callers add
 * jitter where many would retry at once, and obey a `Retry-After`.
 */
type Backoff = (failures: number) => number;

const doubling =
  (firstMs: number, maxMs: number): Backoff =>
  (failures) =>
    Math.min(firstMs * 2 ** (failures - 1), maxMs);

/** Follows a list. Its last delay repeats. */
const listed =
  (...delaysMs: readonly [number, ...number[]]): Backoff =>
  (failures) =>
    delaysMs[Math.min(failures, delaysMs.length) - 1] ?? 0;

/** Follows a list. It returns undefined after the last delay, when the caller gives up. */
const limitedBackoff =
  (...delaysMs: readonly number[]) =>
  (failures: number): number | undefined =>
    delaysMs[failures - 1];

// The annotations let bundlers drop the policies that a page doesn't use.

/** An action in the foreground whose outcome the user waits for. */
export const foregroundBackoff = /* @__PURE__ */ doubling(1_000, 15_000);
/** A part of a file being uploaded. */
export const uploadBackoff = /* @__PURE__ */ doubling(500, 15_000);
/** A draft's poster, which is optional. */
export const posterBackoff = /* @__PURE__ */ limitedBackoff(1_000, 4_000);
/** The configuration of the card form. */
export const cardFormBackoff = /* @__PURE__ */ doubling(2_000, 30_000);
/** The stream of changes. */
export const streamBackoff = /* @__PURE__ */ doubling(2_000, 60_000);

/** Storage that doesn't respond. */
export const storageBackoff = /* @__PURE__ */ doubling(2_000, 30_000);
/** An intent. Short, because it must be sent within 5 s of the network's return, however often it has failed. */
export const intentBackoff = /* @__PURE__ */ doubling(250, 2_000);
/** An intent to which the server keeps responding with an error, while it accepts others. */
export const failingIntentBackoff = /* @__PURE__ */ listed(4_000, 8_000, 15_000, 30_000, 60_000, 120_000, 300_000);
/** All intents, while the server accepts none. Short, so they are sent within 5 s of its recovery. */
export const busyServerBackoff = /* @__PURE__ */ doubling(1_000, 3_000);

/** A startup step that needs the database. Longer in total than most failovers take. */
export const startupBackoff = /* @__PURE__ */ limitedBackoff(500, 1_000, 2_000, 4_000, 8_000, 16_000);
/** The connection that listens to the database's notices. */
export const listenBackoff = /* @__PURE__ */ doubling(1_000, 60_000);
/** The check of a charge with its payment provider. */
export const chargeCheckBackoff = /* @__PURE__ */ doubling(10_000, 3_600_000);
const [minuteMs, hourMs] = [60_000, 3_600_000];
/** An email. After about 22 hours it counts as failed. */
export const mailBackoff = /* @__PURE__ */ limitedBackoff(
  30_000,
  ...[2 * minuteMs, 10 * minuteMs, hourMs, 3 * hourMs, 6 * hourMs, 12 * hourMs],
);
/** A push. Dropped after some hours, since the app shows pending items anyway. */
export const pushBackoff = /* @__PURE__ */ limitedBackoff(
  5_000,
  30_000,
  2 * minuteMs,
  10 * minuteMs,
  hourMs,
  3 * hourMs,
);
