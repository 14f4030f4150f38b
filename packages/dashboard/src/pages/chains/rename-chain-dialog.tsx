import { useChange } from "../../api/change.ts";
import { call } from "../../api/client.ts";
import { RenameDialog } from "../../ui/rename-dialog.tsx";

export function RenameChainDialog({
  chain,
  onClose,
}: {
  readonly chain: { readonly uuid: string; readonly name: string };
  readonly onClose: () => void;
}) {
  const rename = useChange("renameChain", {
    quiet: true,
    refreshes: ["listChains", "showChain"],
    said: ({ name: given }) => `Renamed to ${given}.`,
    undo: () => () => call("renameChain", { params: { chain: chain.uuid }, body: { name: chain.name } }),
    onDone: onClose,
  });
  return (
    <RenameDialog
      name={chain.name}
      isBusy={rename.isPending}
      error={rename.error}
      onRename={(name) => rename.mutate({ params: { chain: chain.uuid }, body: { name } })}
      onClose={onClose}
    />
  );
}
