import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** A RegExp as JSON. */
interface WirePattern {
  source: string;
  flags: string;
}

/** An element as a user would name it, as JSON: by role and accessible name, or a field by its label. */
export type WireTarget = ({ role: string; name?: WirePattern; level?: number } | { field: WirePattern }) & {
  within?: WireTarget;
  holds?: WireTarget;
};

/** A point to click, in CSS pixels of the window, or the reason why it can't be clicked yet. */
export type Spot = { x: number; y: number } | { problem: string };

interface Field {
  value: string;
  hasFocus: boolean;
}

interface Queries {
  queryAllByRole(root: HTMLElement, role: string, options: { name?: RegExp; level?: number }): HTMLElement[];
  queryAllByLabelText(root: HTMLElement, label: RegExp, options: { selector: string }): HTMLElement[];
}

/** Finds elements in a page. The function is sent there as text, so it must not use anything else from this file. */
function makeHands({ queryAllByRole, queryAllByLabelText }: Queries) {
  const find = (target: WireTarget, root: HTMLElement = document.body): HTMLElement[] => {
    const pattern = ({ source, flags }: WirePattern) => new RegExp(source, flags);
    const among = (scope: HTMLElement) =>
      'role' in target
        ? queryAllByRole(scope, target.role, {
            ...(target.name ? { name: pattern(target.name) } : {}),
            ...(target.level ? { level: target.level } : {}),
          })
        : queryAllByLabelText(scope, pattern(target.field), { selector: 'input, textarea, select' });
    const scopes = target.within ? find(target.within, root) : [root];
    const { holds } = target;
    return scopes.flatMap(among).filter((element) => holds === undefined || find(holds, element).length > 0);
  };
  /** State of the click that `spot` announced. */
  let arrival: 'awaited' | 'on its element' | 'elsewhere' = 'on its element';
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => resolve(null)));
  return {
    texts: (target: WireTarget) =>
      find(target)
        .filter((element) => element.checkVisibility())
        .map((element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim()),

    field(target: WireTarget): Field | null {
      const field = find(target)[0] as HTMLInputElement | undefined;
      return field === undefined ? null : { value: field.value, hasFocus: document.activeElement === field };
    },

    async spot(target: WireTarget): Promise<Spot> {
      const [element, ...others] = find(target);
      if (element === undefined) return { problem: 'is not there' };
      if (others.length > 0) return { problem: `is there ${others.length + 1} times` };
      if (element.matches(':disabled, [aria-disabled="true"]')) return { problem: 'is disabled' };
      element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
      const before = element.getBoundingClientRect();
      await nextFrame();
      await nextFrame();
      const { left, top, width, height } = element.getBoundingClientRect();
      if (left !== before.left || top !== before.top) return { problem: 'still moves' };
      const [x, y] = [left + width / 2, top + height / 2];
      const hit = document.elementFromPoint(x, y);
      const labels = [...((element as HTMLInputElement).labels ?? [])];
      const isOn = (place: Element) => [element, ...labels].some((each) => each.contains(place));
      if (hit !== null && isOn(hit)) {
        arrival = 'awaited';
        const arrive = ({ target: place, isTrusted }: Event) => {
          // A script's own click, such as on a download link, isn't the press.
          if (!isTrusted) return;
          removeEventListener('click', arrive, true);
          // React has replaced the element: the click is on its successor, or on an ancestor of both.
          arrival = isOn(place as Element) || !element.isConnected ? 'on its element' : 'elsewhere';
        };
        addEventListener('click', arrive, true);
        return { x, y };
      }
      return { problem: `is covered by ${hit?.outerHTML.slice(0, 120) ?? 'nothing, outside of the window'}` };
    },

    arrival: () => arrival,
  };
}

type Hands = ReturnType<typeof makeHands>;
type AsyncHands = { [K in keyof Hands]: (...args: Parameters<Hands[K]>) => Promise<Awaited<ReturnType<Hands[K]>>> };

const library = createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js');
let queries: string | undefined;

/** Response of a page without these functions: each new document needs them again. */
const none = 'none';
/** True for the error of a script whose page was unloaded before it finished. */
const isLeaving = (error: unknown) =>
  error instanceof Error && /navigat|unload|destroyed|terminated/i.test(error.message);

/**
 * Finds elements in a page with functions that run there, isolated from the page's own scripts.
 * @param evaluate runs an async function's body in the driver's own world
 */
export function inHands(evaluate: (script: string) => Promise<unknown>): AsyncHands {
  const ask = async (name: keyof Hands, target: WireTarget | undefined, whileLeaving: unknown) => {
    const call = `globalThis.afieldHands?.${name}(${JSON.stringify(target)})`;
    const script = `const answer = await ${call}; return JSON.stringify(globalThis.afieldHands ? { answer } : '${none}');`;
    try {
      let answer = await evaluate(script);
      if (answer === none) {
        queries ??= readFileSync(library, 'utf8');
        await evaluate(`${queries};\nconst __name = (it) => it;
          globalThis.afieldHands = (${makeHands})(TestingLibraryDom); return 'null';`);
        answer = await evaluate(script);
      }
      return (answer as { answer: unknown }).answer;
    } catch (error) {
      if (isLeaving(error)) return whileLeaving;
      throw error;
    }
  };
  return {
    texts: async (target) => (await ask('texts', target, [])) as string[],
    field: async (target) => (await ask('field', target, null)) as Field | null,
    // A new document awaits no click: the click has navigated away from the previous one.
    arrival: async () => (await ask('arrival', undefined, 'on its element')) as ReturnType<Hands['arrival']>,
    spot: async (target) => (await ask('spot', target, { problem: 'is on a page that is being left' })) as Spot,
  };
}
