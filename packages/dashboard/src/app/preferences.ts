import type { Preferences } from "@weir/protocol/manage/preferences";
import { useLayoutEffect } from "react";
import { call } from "../api/client.ts";
import { messageOf } from "../api/problem.ts";
import { refresh } from "../api/queries.ts";
import { queryClient } from "../api/query-client.ts";
import type { CallAnswer } from "../api/route-types.ts";
import { announceTimeSettings, setTimeSettings } from "../format/time-settings.ts";
import { toast } from "../ui/toast.tsx";
import { setTheme } from "./theme.ts";

/** Applies the person's time format and theme. Everything drawn after this call has the right times. */
export function usePreferences({ time_zone, time_format, theme }: Preferences): void {
  setTimeSettings({ timeZone: time_zone, timeFormat: time_format });
  // biome-ignore lint/correctness/useExhaustiveDependencies: pages that are already drawn must follow the settings.
  useLayoutEffect(() => announceTimeSettings(), [time_zone, time_format]);
  useLayoutEffect(() => setTheme(theme), [theme]);
}

/** Shows the change at once, and saves it on the server for the person's other browsers. */
export async function changePreferences(change: Partial<Preferences>): Promise<void> {
  showAsKept(change);
  try {
    showAsKept(await call("changePreferences", { body: change }));
    void refresh("listOwnAudit");
  } catch (error) {
    toast(messageOf(error), "bad");
    await refresh("showSession");
  }
}

function showAsKept(change: Partial<Preferences>): void {
  queryClient.setQueriesData<CallAnswer<"showSession">>({ queryKey: ["showSession"] }, (known) => {
    if (known === undefined) return known;
    const { user } = known;
    return { ...known, user: { ...user, preferences: { ...user.preferences, ...change } } };
  });
}
