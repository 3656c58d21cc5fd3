import type { Build } from '#contract/calls/version.ts';

/** Vite replaces the name (`define` in vite.config.ts). */
declare const __AFIELD_BUILD__: Build;

/** The build of the running app, which differs from the server's while an update is pending. */
export const appBuild: Build = __AFIELD_BUILD__;

/** The build as text for users: "0.2.0 (1a2b3c4)". */
export const buildText = ({ version, commit }: Build): string =>
  commit === null ? version : `${version} (${commit.slice(0, 7)}${commit.endsWith('-dirty') ? '-dirty' : ''})`;
