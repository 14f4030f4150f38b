import { Badge, Status } from "../../../ui/badge.tsx";
import { useEditorPart } from "./editor-state.ts";
import type { Saving } from "./editor-store.ts";

const words: Record<Saving, string> = {
  saved: "Draft saved",
  waiting: "Saving…",
  saving: "Saving…",
  conflict: "Draft not saved",
  failed: "Draft not saved",
};

/** Beside the name: what is live, and how the draft stands. */
export function ChainState() {
  const version = useEditorPart((state) => state.liveVersion);
  const saving = useEditorPart((state) => state.saving);
  const hasDraft = useEditorPart((state) => state.draftRevision !== null);
  const mayEdit = useEditorPart((state) => state.mayEdit);
  const isBad = saving === "conflict" || saving === "failed";
  return (
    <span className="flex items-center gap-3 text-sm text-muted">
      {version === null ? (
        <Badge tone="warn">Never published</Badge>
      ) : (
        <Badge>Version {version} is live</Badge>
      )}
      {(hasDraft || saving !== "saved") && (
        <span role="status">
          <Status tone={isBad ? "bad" : saving === "saved" ? "info" : "neutral"}>{words[saving]}</Status>
        </span>
      )}
      {!mayEdit && <Badge>Read only</Badge>}
    </span>
  );
}
