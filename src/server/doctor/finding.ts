/** Result of a check. */
export interface Finding {
  /** `warning`: Afield runs, but something that users expect is missing. `problem`: something doesn't work. */
  state: 'ok' | 'warning' | 'problem';
  /** A sentence. It never contains a setting that may be secret. */
  text: string;
  fix?: string;
}

export const ok = (text: string): Finding => ({ state: 'ok', text });
export const warning = (text: string, fix: string): Finding => ({ state: 'warning', text, fix });
export const problem = (text: string, fix: string): Finding => ({ state: 'problem', text, fix });
