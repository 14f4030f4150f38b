import { useSyncExternalStore } from "react";
import { type TimeSettings, timeSettings, watchTimeSettings } from "../format/time-settings.ts";

/** Draws again when the reader's time zone or way to write hours changes. */
export function useTimeSettings(): TimeSettings {
  return useSyncExternalStore(watchTimeSettings, timeSettings);
}
