import { queryClient, refresh } from "../../api/queries.ts";

/** Somebody has come in: nothing that was shown to somebody before may be left over, and who they are is asked anew. */
export async function enter(): Promise<void> {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== "showSession" });
  await refresh("showSession");
}
