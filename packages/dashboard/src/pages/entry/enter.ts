import { call } from "../../api/client.ts";
import { queryClient } from "../../api/queries.ts";
import type { CallAnswer } from "../../api/route-types.ts";

/**
 * Somebody has come in. Nothing that was shown to somebody else may be left over; whoever was here before and had only
 * been signed out finds everything as it was, and what they look at is asked for anew.
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
