import { Badge } from "../../../ui/badge.tsx";
import { useEditorPart } from "./editor-state.ts";

/** Beside the name: what is live, and whether it can be changed here. */
export function ChainState() {
  const version = useEditorPart((state) => state.liveVersion);
  const mayEdit = useEditorPart((state) => state.mayEdit);
  return (
    <span className="flex items-center gap-3 text-sm text-muted">
      {version === null ? (
        <Badge tone="warn">Never published</Badge>
      ) : (
        <Badge>Version {version} is live</Badge>
      )}
      {!mayEdit && <Badge>Read only</Badge>}
    </span>
  );
}
