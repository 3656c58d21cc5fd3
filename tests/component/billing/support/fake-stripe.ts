type Listener = (event?: unknown) => void;

/** The result of `confirmSetup`. */
export interface Confirmation {
  setupIntent?: { status: string; payment_method: unknown };
  error?: { type: string; message?: string; setup_intent?: { status: string; payment_method: unknown } };
}

interface Element {
  type: string;
  options: Record<string, unknown>;
}

/** Replaces Stripe.js, which only Stripe itself serves: an element is ready once it is mounted. */
export function fakeStripe() {
  const elements: Element[] = [];
  const setups: Record<string, unknown>[] = [];
  const confirmed: Record<string, unknown>[] = [];
  const handled: Record<string, unknown>[] = [];
  let answer: () => Confirmation | Promise<Confirmation> = () => ({
    setupIntent: { status: 'succeeded', payment_method: 'pm_1' },
  });

  const element = (type: string, options: Record<string, unknown>) => {
    elements.push({ type, options });
    const listeners = new Map<string, Listener>();
    return {
      mount: (node: HTMLElement) => {
        node.textContent = 'Card details, in Stripe’s frame';
        queueMicrotask(() => listeners.get('ready')?.());
      },
      on: (name: string, listener: Listener) => listeners.set(name, listener),
      off: (name: string) => listeners.delete(name),
      update: () => undefined,
      destroy: () => undefined,
      unmount: () => undefined,
    };
  };

  const stripe = {
    elements: (options: Record<string, unknown>) => {
      setups.push(options);
      return { create: element, getElement: () => null, update: () => undefined };
    },
    createToken: () => undefined,
    createPaymentMethod: () => undefined,
    confirmCardPayment: () => undefined,
    confirmSetup: async (options: Record<string, unknown>) => {
      confirmed.push(options);
      return answer();
    },
    handleNextAction: async (options: Record<string, unknown>) => {
      handled.push(options);
      return {};
    },
    _registerWrapper: () => undefined,
    registerAppInfo: () => undefined,
  };
  return {
    stripe,
    elements,
    /** The options passed to Elements. */
    setups,
    /** The arguments of each confirmation. */
    confirmed,
    /** The confirmations that the payer's bank required. */
    handled,
    answer: (given: typeof answer) => {
      answer = given;
    },
  };
}
