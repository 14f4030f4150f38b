import { useMemo } from "react";
import { useCall } from "../api/queries.ts";

/** As many as fit into one answer. */
const membersMax = 1000;

export function useMembers() {
  return useCall("listMembers", { query: { limit: membersMax } });
}

/**
 * Gives the name of a member by their email address. All other texts stay as they are: names of API keys, addresses of
 * people who left, and addresses of members who share a name.
 */
export function useNameOf(): (by: string) => string {
  const { data } = useMembers();
  return useMemo(() => {
    const members = data?.items ?? [];
    const named = Map.groupBy(members, ({ name }) => name);
    const unique = members.filter(({ name }) => name !== "" && named.get(name)?.length === 1);
    const names = new Map(unique.map(({ email, name }) => [email, name]));
    return (by) => names.get(by) ?? by;
  }, [data]);
}

/** Who did something, by name. Hovering shows the email address. */
export function Person({ by }: { readonly by: string }) {
  const name = useNameOf()(by);
  return name === by ? by : <span title={by}>{name}</span>;
}
