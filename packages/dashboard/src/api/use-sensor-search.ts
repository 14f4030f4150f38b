import type { UseQueryResult } from "@tanstack/react-query";
import { useCall } from "./queries.ts";
import type { CallAnswer } from "./route-types.ts";

/** Nearly every sensor contains a single letter, and the search looks at each of them. */
const searchedFrom = 2;

/** The sensors of all devices that match the typed text. Disabled while the text is too short. */
export function useSensorSearch(search: string, limit: number): UseQueryResult<CallAnswer<"searchSensors">> {
  return useCall(
    "searchSensors",
    { query: { search, limit } },
    { enabled: search.length >= searchedFrom, keep: true },
  );
}
