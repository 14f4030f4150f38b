import { useState } from "react";
import { useCall } from "../../api/queries.ts";
import { plural } from "../../format/number.ts";
import { DeadLetterDialog } from "../records/dead-letter-dialog.tsx";
import { EditorLink } from "./editor-link.tsx";
import type { Fate } from "./reading-rows.ts";

/** Why readings failed in their chain, with links to where that can be fixed. */
export function FateErrors({ fate }: { readonly fate: Fate }) {
  const { errors, readings } = fate;
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
              View dead letter
            </button>
          </li>
        ))}
      </ul>
      <EditorLink fate={fate} />
      {opened !== null && <OpenedLetter id={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

function OpenedLetter({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const { data } = useCall("showDeadLetter", { params: { id } });
  return data === undefined ? null : <DeadLetterDialog letter={data} onClose={onClose} />;
}
