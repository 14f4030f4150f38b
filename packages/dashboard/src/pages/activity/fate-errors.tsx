import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useCall } from "../../api/queries.ts";
import { plural } from "../../format/number.ts";
import { DeadLetterDialog } from "../records/dead-letter-dialog.tsx";
import type { Fate } from "./reading-rows.ts";

/** Why readings failed in their chain, and the ways to what can be done about it. */
export function FateErrors({ fate: { chain, node, errors, readings } }: { readonly fate: Fate }) {
  const [opened, setOpened] = useState<number | null>(null);
  return (
    <>
      <ul aria-label="Errors" className="flex flex-col gap-1">
        {errors.map(({ reason, readings: failed, dead_letter: letter }) => (
          <li key={reason} className="flex flex-wrap gap-x-3">
            <span className="font-medium text-bad">
              {reason}
              {readings > 1 && <span className="font-normal text-muted"> ({plural(failed, "reading")})</span>}
            </span>
            <button type="button" className="text-accent hover:underline" onClick={() => setOpened(letter)}>
              Show the dead letter
            </button>
          </li>
        ))}
      </ul>
      {chain !== null && (
        <p>
          <Link
            to={`/chains/${chain.uuid}`}
            search={(node === null ? {} : { node: node.id }) as never}
            className="text-accent hover:underline"
          >
            {node === null ? "Open the chain in the editor" : "Open the node in the editor"}
          </Link>
        </p>
      )}
      {opened !== null && <OpenedLetter id={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

function OpenedLetter({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const { data } = useCall("showDeadLetter", { params: { id } });
  return data === undefined ? null : <DeadLetterDialog letter={data} onClose={onClose} />;
}
