import { call } from "../api/client.ts";
import { queryClient } from "../api/queries.ts";

/**
 * Asks who is signed in before there is anything to show it, so that the answer comes while the page is still being loaded.
 * `SignedInOnly` asks the same and finds it there.
 */
export function askForSession(): void {
  void queryClient.prefetchQuery({
    queryKey: ["showSession", {}],
    queryFn: ({ signal }) => call("showSession", { signal }),
  });
}
