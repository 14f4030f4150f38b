import { call } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";
import type { CallAnswer } from "../../api/route-types.ts";

/**
 * Called after a sign-in. Removes everything that was shown to another person. The same person continues with the page
 * as it was, and its data is reloaded.
 */
export async function enter(): Promise<void> {
  const key = ["showSession", {}];
  const before = queryClient.getQueryData<CallAnswer<"showSession">>(key);
  const session = await call("showSession");
  const isOther = ({ queryKey }: { readonly queryKey: readonly unknown[] }) => queryKey[0] !== key[0];
  if (before?.user.uuid !== session.user.uuid) queryClient.removeQueries({ predicate: isOther });
  queryClient.setQueryData(key, session);
  await queryClient.invalidateQueries({ predicate: isOther });
}
