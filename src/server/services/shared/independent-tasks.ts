/** A failed task, with the error as its cause. */
class TaskError extends Error {
  override readonly name = 'TaskError';
  /** Included in the log. */
  readonly task: string;

  constructor(task: string, cause: unknown) {
    super(`${task} failed`, { cause });
    this.task = task;
  }
}

/** Runs a round of tasks in sequence. A failed task doesn't prevent the others from running. */
export interface IndependentTasks {
  /**
   * Runs a task.
   * @param task its name in the log, without spaces, such as `settle:cmp_1`
   * @returns the task's result; undefined if it failed
   */
  run<T>(task: string, does: () => Promise<T>): Promise<T | undefined>;
  /** @throws {AggregateError} with a TaskError for each failed task */
  end(): void;
}

export function independentTasks(): IndependentTasks {
  const failures: TaskError[] = [];
  return {
    async run(task, does) {
      try {
        return await does();
      } catch (cause) {
        failures.push(new TaskError(task, cause));
        return undefined;
      }
    },
    end() {
      if (failures.length > 0) throw new AggregateError(failures, failures.map(({ message }) => message).join('; '));
    },
  };
}
