/**
 * A reporter for Vitest and Playwright: sends the start and end of each test to the stage's runner, which can then
 * distinguish a slow stage from one that hangs, and name the tests that hang.
 */

/** @typedef {{ began: string, name: string } | { ended: string } | { ended: null }} Progress null: a part of a test */
/** @typedef {{ id: string, moduleId: string }} VitestModule */
/** @typedef {{ id: string, fullName: string, module: { moduleId: string } }} VitestTest */
/** @typedef {{ id: string, titlePath(): string[] }} PlaywrightTest */

const send = (/** @type {Progress} */ message) => void process.send?.(message);

export default class ProgressReporter {
  // Vitest's callbacks. Files are tracked, too, since imports and hooks may hang before any test starts.
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

  // Playwright's callbacks.
  onTestBegin(/** @type {PlaywrightTest} */ test) {
    send({ began: test.id, name: test.titlePath().filter(Boolean).join(' > ') });
  }

  onTestEnd(/** @type {PlaywrightTest} */ { id }) {
    send({ ended: id });
  }

  // A test that follows a whole day takes minutes, and its steps show its progress.
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
