import { useCall } from "../../api/queries.ts";
import type { CallAnswer } from "../../api/route-types.ts";

export type Sample = CallAnswer<"showSampleData">;

const changingMs = 700;

/** The sample of the account. Asked often while it is being loaded or removed, because that takes seconds. */
export function useSample() {
  return useCall(
    "showSampleData",
    {},
    {
      refetchInterval: ({ state: { data } }) =>
        data?.state === "loading" || data?.state === "removing" ? changingMs : false,
    },
  );
}
