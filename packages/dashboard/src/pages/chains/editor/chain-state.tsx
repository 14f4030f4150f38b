import { Badge } from "../../../ui/badge.tsx";
import { useEditorPart } from "./use-editor.ts";

/** Beside the name: what is published, whether readings go through it, and whether it can be changed here. */
export function ChainState({ isUsed }: { readonly isUsed: boolean }) {
  const version = useEditorPart((state) => state.liveVersion);
  const mayEdit = useEditorPart((state) => state.mayEdit);
  return (
    <span className="flex items-center gap-3 text-sm text-muted">
      {version === null ? (
        <Badge tone="warn">Not published</Badge>
      ) : (
        <>
          <Badge>Version {version} published</Badge>
          {isUsed ? <Badge tone="ok">In use</Badge> : <Badge tone="warn">Not in use</Badge>}
        </>
      )}
      {!mayEdit && <Badge>Read only</Badge>}
    </span>
  );
}
