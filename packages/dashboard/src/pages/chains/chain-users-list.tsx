import { usePages } from "../../api/queries.ts";
import { plural } from "../../format/number.ts";
import { Failure, Loading } from "../../ui/states.tsx";
import { More } from "../../ui/table.tsx";
import { ChainUserRow } from "./chain-user-row.tsx";
import { type ListedChain, usersInWords } from "./chain-users.ts";

/** What a chain is assigned to, each with a way to end it. */
export function ChainUsersList({ chain }: { readonly chain: ListedChain }) {
  const { uuid, name, use } = chain;
  const users = usePages("listChainAssignments", { params: { chain: uuid } });
  if (users.isPending) return <Loading what="Loading assignments" />;
  if (users.isError) return <Failure error={users.error} onRetry={() => void users.refetch()} />;
  if (users.items.length === 0 && usersInWords(chain) === null) {
    return <p className="text-sm text-muted">{name} is not in use. Assign it, and readings go through it.</p>;
  }
  return (
    <div className="flex flex-col gap-3">
      {use.chains.length > 0 && (
        <p className="text-sm">
          {plural(use.chains.length, "chain")} {use.chains.length === 1 ? "passes" : "pass"} readings on to
          it: {use.chains.join(", ")}. Open the chain in the editor to change this.
        </p>
      )}
      {users.items.length > 0 && (
        <ul aria-label={`Assignments of ${name}`}>
          {users.items.map((user) => (
            <ChainUserRow key={`${user.level} ${user.uuid ?? user.name}`} chain={uuid} user={user} />
          ))}
        </ul>
      )}
      <More list={users} />
    </div>
  );
}
