/** A task that failed, with the reason as its cause. */
class TaskError extends Error {
  override readonly name = 'TaskError';
  /** The log shows it. */
  readonly task: string;

  constructor(task: string, cause: unknown) {
    super(`${task} failed`, { cause });
    this.task = task;
  }
}

/** Tasks of one round that run one after another. A task that fails doesn't keep the others waiting. */
export interface IndependentTasks {
  /**
   * Runs a task.
   * @param task its name in the log, without spaces, such as `settle:cmp_1`
   * @returns the task's result; undefined if it failed
   */
  run<T>(task: string, does: () => Promise<T>): Promise<T | undefined>;
  /** @throws {AggregateError} of a TaskError for each that failed */
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
