/**
 * A reporter of Vitest and of Playwright: sends the stage's runner which tests begin and end, so that it can tell a slow
 * stage from one that hangs, and name what hangs.
 */

/** @typedef {{ began: string, name: string } | { ended: string } | { ended: null }} Progress null: a part of a test */
/** @typedef {{ id: string, moduleId: string }} VitestModule */
/** @typedef {{ id: string, fullName: string, module: { moduleId: string } }} VitestTest */
/** @typedef {{ id: string, titlePath(): string[] }} PlaywrightTest */

const send = (/** @type {Progress} */ message) => void process.send?.(message);

export default class ProgressReporter {
  // Vitest's calls. A file counts, too: its imports and hooks may hang with no test begun.
  onTestModuleQueued(/** @type {VitestModule} */ { id, moduleId }) {
    send({ began: id, name: moduleId });
  }

  onTestModuleEnd(/** @type {VitestModule} */ { id }) {
    send({ ended: id });
  }

  onTestCaseReady(/** @type {VitestTest} */ { id, fullName, module }) {
    send({ began: id, name: `${module.moduleId} > ${fullName}` });
  }

  onTestCaseResult(/** @type {VitestTest} */ { id }) {
    send({ ended: id });
  }

  // Playwright's calls.
  onTestBegin(/** @type {PlaywrightTest} */ test) {
    send({ began: test.id, name: test.titlePath().filter(Boolean).join(' > ') });
  }

  onTestEnd(/** @type {PlaywrightTest} */ { id }) {
    send({ ended: id });
  }

  // A test that follows a whole day takes minutes, and its steps show that it goes on.
  onStepEnd(
    /** @type {unknown} */ _test,
    /** @type {unknown} */ _result,
    /** @type {{ category: string }} */ { category },
  ) {
    if (category === 'test.step') send({ ended: null });
  }

  printsToStdio() {
    return false;
  }
}
