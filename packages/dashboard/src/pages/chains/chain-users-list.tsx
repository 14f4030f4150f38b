import { plural } from "../../format/number.ts";
import { Failure, Loading } from "../../ui/states.tsx";
import { ChainUserRow } from "./chain-user-row.tsx";
import { type ListedChain, usersInWords } from "./chain-users.ts";
import { SensorUsers } from "./sensor-users.tsx";
import { useChainUsers } from "./use-chain-users.ts";

/** What a chain is assigned to, each with a way to end it. */
export function ChainUsersList({ chain }: { readonly chain: ListedChain }) {
  const { users, isPending, error, retry } = useChainUsers(chain, true);
  const { use, name } = chain;
  if (usersInWords(chain) === null) {
    return <p className="text-sm text-muted">Nothing. Readings go through {name} once it is assigned.</p>;
  }
  if (isPending) return <Loading what="Looking for what uses it" />;
  if (error !== null) return <Failure error={error} onRetry={retry} />;
  return (
    <div className="flex flex-col gap-3">
      {use.is_default && (
        <p className="text-sm">
          It is the account’s default, for all readings that have no other chain. It stays so until another
          chain is assigned there.
        </p>
      )}
      {use.chains.length > 0 && (
        <p className="text-sm">
          {plural(use.chains.length, "chain")} hand readings on to it: {use.chains.join(", ")}. That is
          changed in the editor.
        </p>
      )}
      {users.length > 0 && (
        <ul aria-label={`What ${name} is assigned to`}>
          {users.map((user) => (
            <ChainUserRow key={Object.values(user.target).join()} user={user} />
          ))}
        </ul>
      )}
      {use.sensors > 0 && <SensorUsers chain={chain} />}
    </div>
  );
}
