interface Held {
  endpoint: string;
  key: string;
}

export interface FakePush {
  /** Number of times the user was prompted. */
  readonly asked: number;
  /** Keys used to subscribe, in order. */
  readonly keys: string[];
  /** The user's response to the prompt. */
  answer: NotificationPermission;
  /** Error that subscribing fails with; null to succeed. */
  fails: DOMException | null;
  permit(permission: NotificationPermission): void;
  /** The endpoint of the browser's subscription; null without one. */
  endpoint(): string | null;
  subscribeTo(key: string): Promise<unknown>;
  /** Ends the subscription, as the browser may on its own. */
  drop(): Promise<void>;
}

/** A browser that supports push, until it is removed. */
export function fakePush(): FakePush {
  let permission: NotificationPermission = 'default';
  let held: Held | null = null;
  let made = 0;
  const given = { asked: 0, keys: [] as string[], answer: 'granted' as NotificationPermission };
  const subscriptionOf = ({ endpoint }: Held) => ({
    endpoint,
    toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => {
      held = null;
      return true;
    },
  });
  const pushManager = {
    getSubscription: async () => held && subscriptionOf(held),
    async subscribe({ applicationServerKey: key }: { applicationServerKey: string }) {
      if (fake.fails !== null) throw fake.fails;
      if (held !== null && held.key !== key) throw new DOMException('Another key', 'InvalidStateError');
      if (held === null) made += 1;
      held ??= { endpoint: `https://push.example/${made}`, key };
      given.keys.push(key);
      return subscriptionOf(held);
    },
  };
  const fake: FakePush = Object.assign(given, {
    fails: null,
    permit: (next: NotificationPermission) => {
      permission = next;
    },
    endpoint: () => held?.endpoint ?? null,
    subscribeTo: (key: string) => pushManager.subscribe({ applicationServerKey: key }),
    drop: async () => {
      held = null;
    },
  });
  const container = Object.assign(new EventTarget(), { getRegistration: async () => ({ pushManager }) });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: container });
  Object.defineProperty(window, 'PushManager', { configurable: true, value: class {} });
  Object.defineProperty(window, 'Notification', {
    configurable: true,
    value: {
      get permission() {
        return permission;
      },
      requestPermission: async () => {
        given.asked += 1;
        permission = fake.answer;
        return permission;
      },
    },
  });
  return fake;
}

/** Removes push support from the browser. */
export function removeFakePush(): void {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  Reflect.deleteProperty(window, 'PushManager');
  Reflect.deleteProperty(window, 'Notification');
}
