import type { Page } from 'playwright';

/** Roles by which elements are found; a test that needs another adds it. */
type Role = Parameters<Page['getByRole']>[0];

/** A name: a part of it in any case, as one reads it, or a pattern. */
type Name = string | RegExp;

/** An element as its user would name it: by role and accessible name, or a field by its label. */
export type Target = ({ role: Role; name?: Name /** Of a heading. */; level?: number } | { field: Name }) & {
  /** It is inside of this one. */
  within?: Target;
  /** This one is inside of it. */
  holds?: Target;
};

/** The pattern of a name. */
export function patternOf(name: Name): RegExp {
  return typeof name === 'string' ? new RegExp(name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'i') : name;
}

/** A target in words, for a failure. */
export function describeTarget(target: Target): string {
  const own = 'role' in target ? `${target.role} ${target.name ?? ''}` : `field ${target.field}`;
  return target.within ? `${own.trim()} in ${describeTarget(target.within)}` : own.trim();
}
