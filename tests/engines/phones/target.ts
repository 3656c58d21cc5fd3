import type { Page } from 'playwright';

type Role = Parameters<Page['getByRole']>[0];

/** Part of a name in any case, or a pattern. */
type Name = string | RegExp;

/** An element as a user would name it: by role and accessible name, or a field by its label. */
export type Target = ({ role: Role; name?: Name /** A heading's level. */; level?: number } | { field: Name }) & {
  /** The element is inside this one. */
  within?: Target;
  /** The element contains this one. */
  holds?: Target;
};

export function patternOf(name: Name): RegExp {
  return typeof name === 'string' ? new RegExp(name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'i') : name;
}

/** Describes a target in words, for failure messages. */
export function describeTarget(target: Target): string {
  const own = 'role' in target ? `${target.role} ${target.name ?? ''}` : `field ${target.field}`;
  return target.within ? `${own.trim()} in ${describeTarget(target.within)}` : own.trim();
}
