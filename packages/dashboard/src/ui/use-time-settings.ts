import { useSyncExternalStore } from "react";
import { type TimeSettings, timeSettings, watchTimeSettings } from "../format/time-settings.ts";

/** Renders again when the reader's time zone or hour format changes. */
export function useTimeSettings(): TimeSettings {
  return useSyncExternalStore(watchTimeSettings, timeSettings);
}
