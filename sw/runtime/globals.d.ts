/** Non-universal browser APIs that the worker uses; TypeScript's library lacks them. */

interface SyncManager {
  register(tag: string): Promise<void>;
}

interface PeriodicSyncManager {
  register(tag: string, options: { minInterval: number }): Promise<void>;
  unregister(tag: string): Promise<void>;
}

declare global {
  interface ServiceWorkerRegistration {
    /** Background Sync (https://wicg.github.io/background-sync/spec/). */
    readonly sync?: SyncManager;
    /** Periodic Background Sync, available in Chromium for installed apps (https://wicg.github.io/periodic-background-sync/). */
    readonly periodicSync?: PeriodicSyncManager;
  }

  interface ServiceWorkerGlobalScopeEventMap {
    sync: ExtendableEvent;
    periodicsync: ExtendableEvent;
  }

  interface WorkerNavigator {
    /** The Network Information API. */
    readonly connection?: { readonly saveData?: boolean; readonly type?: string };
  }
}

export {};
