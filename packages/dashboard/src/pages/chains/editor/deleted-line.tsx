import { useNavigate } from "@tanstack/react-router";
import { useChange } from "../../../api/change.ts";
import { Button } from "../../../ui/button.tsx";
import { BarLine } from "./bar-line.tsx";
import { definitionBody, useEditor, useEditorStore } from "./use-editor.ts";

/** The chain is gone, what is shown here is not. */
export function DeletedLine() {
  const { chain, definition, mayEdit } = useEditor();
  const store = useEditorStore();
  const navigate = useNavigate();
  const create = useChange("importChain", {
    refreshes: ["listChains"],
    said: "Created a new chain. Publish and assign it, and readings go through it.",
    onDone: ({ chain: made }) => {
      // It is all there: nobody has to be asked on the way.
      store.set({ saving: "saved" });
      void navigate({ to: `/chains/${made.uuid}` as string });
    },
  });
  const body = definitionBody(definition);
  const exported = { format: "weir-chain", version: 1, name: chain.name, definition: body } as const;
  return (
    <>
      <BarLine role="alert" className="text-warn">
        This chain was deleted.{mayEdit && " You can create a new chain from what you see."}
      </BarLine>
      {mayEdit && (
        <Button
          size="small"
          isBusy={create.isPending}
          onClick={() => create.mutate({ body: { chain: exported } })}
        >
          Create new chain
        </Button>
      )}
    </>
  );
}
