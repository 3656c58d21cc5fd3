const off = ['0', 'false', 'off'];

/** The ONBOARDING_ENABLED flag: on, unless the build was told otherwise. */
export const isOnboardingEnabled = (): boolean =>
  !off.includes(String(import.meta.env.VITE_ONBOARDING_ENABLED ?? '').toLowerCase());
