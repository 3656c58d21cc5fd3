/** Whether the last request was answered, by the server itself. `navigator.onLine` is only a hint. */
export interface Connectivity {
  isOnline(): boolean;
  /** When the request was started, ms, that was answered last; 0 before the first. */
  answeredAt(): number;
  /** A request that was started then got an answer of the server. */
  answered(startedAt: number): void;
  /** A request that was started then got none; it says nothing where a later one was answered. */
  failed(startedAt: number): void;
  /** Calls back when online turns to offline or back; returns how to stop. */
  onChange(listener: (isOnline: boolean) => void): () => void;
  /** Calls back at each answer, with when its request was started; returns how to stop. */
  onAnswer(listener: (startedAt: number) => void): () => void;
}

export function createConnectivity(): Connectivity {
  let online = true;
  let answeredAt = 0;
  const changes = new Set<(isOnline: boolean) => void>();
  const answers = new Set<(startedAt: number) => void>();
  const set = (next: boolean) => {
    if (next === online) return;
    online = next;
    for (const listener of [...changes]) listener(next);
  };
  const listen = <T>(listeners: Set<T>, listener: T) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };
  return {
    isOnline: () => online,
    answeredAt: () => answeredAt,
    answered(startedAt) {
      answeredAt = Math.max(answeredAt, startedAt);
      set(true);
      for (const listener of [...answers]) listener(startedAt);
    },
    failed(startedAt) {
      if (startedAt >= answeredAt) set(false);
    },
    onChange: (listener) => listen(changes, listener),
    onAnswer: (listener) => listen(answers, listener),
  };
}
