import { Link } from "@tanstack/react-router";
import { useChange } from "../../api/change.ts";
import { call } from "../../api/client.ts";
import { useCall } from "../../api/queries.ts";
import { useMay } from "../../app/session.tsx";
import { Select } from "../../ui/field.tsx";

/** The chain for readings whose sensor, device and group have none of their own. */
export function DefaultChain() {
  const mayChange = useMay("editor");
  const applicable = useCall("showApplicableChain", {});
  const chains = useCall("listChains", { query: { limit: 1000 } }, { enabled: mayChange });
  const before = applicable.data?.uuid;
  const assign = useChange("assignChain", {
    refreshes: ["showApplicableChain", "listChains", "listDevices", "showDevice"],
    said: ({ name }) => `New readings go through ${name} by default.`,
    undo: () => (before === undefined ? null : () => call("assignChain", { body: { chain: before } })),
  });
  if (applicable.data === undefined)
    return <span className="text-muted">{applicable.isError ? "Unknown" : "…"}</span>;
  const { uuid, name } = applicable.data;
  const published = (chains.data?.items ?? []).filter(({ live }) => live !== null);
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {mayChange && published.length > 1 ? (
        <>
          <Select
            aria-label="Default chain"
            className="w-56!"
            choices={published.map((chain) => ({ value: chain.uuid, label: chain.name }))}
            value={uuid}
            disabled={assign.isPending}
            onChange={(event) => assign.mutate({ body: { chain: event.target.value } })}
          />
          <Link to="/chains/$chain" params={{ chain: uuid }} className="text-accent hover:underline">
            Open
          </Link>
        </>
      ) : (
        <Link to="/chains/$chain" params={{ chain: uuid }} className="text-accent hover:underline">
          {name}
        </Link>
      )}
    </span>
  );
}
