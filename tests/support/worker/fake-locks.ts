import type { Locks } from '#sw/runtime/runtime.ts';

interface Waiting {
  owner: string;
  grant(): void;
}
interface Held {
  owner: string;
  release(): void;
  steal(): void;
}

export interface FakeLocks {
  /** The locks of one owner, a worker or a page. */
  of(owner: string): Locks;
  /** Releases the locks of an owner that has ended. */
  releaseAll(owner: string): void;
}

/** Web Locks of one origin. */
export function createFakeLocks(): FakeLocks {
  const held = new Map<string, Held>();
  const waiting = new Map<string, Waiting[]>();

  function free(name: string, was: Held): void {
    if (held.get(name) !== was) return;
    held.delete(name);
    waiting.get(name)?.shift()?.grant();
  }

  function hold<T>(owner: string, name: string, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const own: Held = {
        owner,
        release: () => free(name, own),
        steal: () => reject(new DOMException('The lock was stolen', 'AbortError')),
      };
      held.set(name, own);
      Promise.resolve().then(work).then(resolve, reject).finally(own.release);
    });
  }

  function request<T>(
    owner: string,
    name: string,
    { signal, steal }: { signal?: AbortSignal; steal?: boolean },
    work: () => Promise<T>,
  ): Promise<T> {
    if (steal) {
      held.get(name)?.steal();
      return hold(owner, name, work);
    }
    if (!held.has(name)) return hold(owner, name, work);
    return new Promise((resolve, reject) => {
      const queue = waiting.get(name) ?? [];
      waiting.set(name, queue);
      const own: Waiting = { owner, grant: () => hold(owner, name, work).then(resolve, reject) };
      queue.push(own);
      signal?.addEventListener('abort', () => {
        const at = queue.indexOf(own);
        if (at < 0) return;
        queue.splice(at, 1);
        reject(new DOMException('Not waited for', 'AbortError'));
      });
    });
  }

  return {
    of: (owner) => ({ request: (name, options, work) => request(owner, name, options, work) }),
    releaseAll(owner) {
      for (const queue of waiting.values()) {
        queue.splice(0, queue.length, ...queue.filter((each) => each.owner !== owner));
      }
      for (const each of [...held.values()]) if (each.owner === owner) each.release();
    },
  };
}
