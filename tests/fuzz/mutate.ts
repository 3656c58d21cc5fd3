import { hostileValue } from './hostile.ts';
import type { Random } from './random.ts';

type Parent = Record<string, unknown> | unknown[];

/** Every position in a value, as its parent and its key there. */
function placesIn(value: unknown): [Parent, string][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) => [
    [value as Parent, name] as [Parent, string],
    ...placesIn(child),
  ]);
}

/** A similar value: one to three of its positions are replaced, removed or duplicated. */
export function nearly(given: unknown, random: Random): unknown {
  let value: unknown = structuredClone(given);
  for (let change = 1 + random.below(3); change > 0; change -= 1) {
    const places = placesIn(value);
    if (places.length === 0 || random.chance(0.05)) {
      value = random.pick([hostileValue(random), [value], { value }]);
      continue;
    }
    const [parent, name] = random.pick(places);
    const fields = parent as Record<string, unknown>;
    const kind = random.below(10);
    if (kind === 0) delete fields[name];
    else if (kind === 1) fields[name] = [fields[name]];
    else if (kind === 2) fields[name] = JSON.stringify(fields[name]);
    else if (kind === 3)
      fields[random.pick(['extra', 'id', 'brandId', '__proto__', 'constructor'])] = hostileValue(random);
    else if (kind === 4) fields[name] = { [name]: fields[name] };
    else fields[name] = hostileValue(random);
  }
  return value;
}
