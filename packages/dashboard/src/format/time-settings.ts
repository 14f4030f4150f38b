import type { Preferences } from "@weir/protocol/manage/preferences";

/** How times are shown. A null zone is the browser's own. */
export interface TimeSettings {
  readonly timeZone: string | null;
  readonly timeFormat: Preferences["time_format"];
}

/** For pages that are shown without a sign-in. */
const browserSettings: TimeSettings = { timeZone: null, timeFormat: "auto" };

let current = browserSettings;
const watchers = new Set<() => void>();

export function timeSettings(): TimeSettings {
  return current;
}

/**
 * Formats all times this way from now on. Pages that are already shown follow with `announceTimeSettings`. It is
 * a separate call because settings arrive while the page is being drawn, when nothing else may be drawn.
 */
export function setTimeSettings({ timeZone, timeFormat }: TimeSettings): void {
  if (timeZone !== current.timeZone || timeFormat !== current.timeFormat) current = { timeZone, timeFormat };
}

export function announceTimeSettings(): void {
  for (const act of watchers) act();
}

export function watchTimeSettings(act: () => void): () => void {
  watchers.add(act);
  return () => watchers.delete(act);
}
