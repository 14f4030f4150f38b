import { useNavigate } from "@tanstack/react-router";
import { Download, History, Link2, PenLine, Trash2, Workflow } from "lucide-react";
import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { call } from "../../api/client.ts";
import { messageOf } from "../../api/problem.ts";
import { useMay } from "../../app/session.tsx";
import { ActionsMenu } from "../../ui/actions-menu.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import type { MenuEntry } from "../../ui/menu.tsx";
import { saveJson } from "../../ui/save-json.ts";
import { toast } from "../../ui/toast.tsx";
import { AssignChainDialog } from "./assign-chain-dialog.tsx";
import { type ListedChain, usersInWords } from "./chain-users.ts";
import { ChainUsersDialog } from "./chain-users-list.tsx";
import { RenameChainDialog } from "./rename-chain-dialog.tsx";

type Open = "rename" | "assign" | "delete" | null;

/** The actions on a chain in the list. */
export function ChainActions({ chain }: { readonly chain: ListedChain }) {
  const { uuid, name, live } = chain;
  const navigate = useNavigate();
  const mayEdit = useMay("editor");
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const remove = useChange("deleteChain", {
    refreshes: ["listChains"],
    said: `${name} was deleted.`,
    onDone: close,
  });
  const users = usersInWords(chain);
  const changing: (MenuEntry | "line")[] = [
    { label: "Rename…", icon: <PenLine size={15} aria-hidden />, onSelect: () => setOpen("rename") },
    {
      label: "Assign…",
      icon: <Link2 size={15} aria-hidden />,
      onSelect: () => setOpen("assign"),
      isDisabled: live === null,
    },
    "line",
    {
      label: "Delete…",
      icon: <Trash2 size={15} aria-hidden />,
      isDangerous: true,
      onSelect: () => setOpen("delete"),
    },
  ];
  return (
    <>
      <ActionsMenu
        of={name}
        entries={[
          {
            label: mayEdit ? "Edit" : "Open",
            icon: <Workflow size={15} aria-hidden />,
            onSelect: () => void navigate({ to: "/chains/$chain", params: { chain: uuid } }),
          },
          {
            label: "Versions",
            icon: <History size={15} aria-hidden />,
            onSelect: () => void navigate({ to: "/chains/$chain/versions", params: { chain: uuid } }),
          },
          {
            label: "Export",
            icon: <Download size={15} aria-hidden />,
            onSelect: () => void exportChain(chain),
          },
          ...(mayEdit ? changing : []),
        ]}
      />
      {open === "rename" && <RenameChainDialog chain={chain} onClose={close} />}
      {open === "assign" && <AssignChainDialog chain={chain} onClose={close} />}
      <ChainUsersDialog
        chain={chain}
        isOpen={open === "delete" && users !== null}
        onClose={close}
        title={`${name} is in use`}
        description="A chain that is in use can’t be deleted. Remove its assignments first, or assign another chain in its place."
      />
      <Confirm
        isOpen={open === "delete" && users === null}
        onClose={close}
        title={`Delete ${name}?`}
        action="Delete chain"
        typed={name}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ params: { chain: uuid } })}
      >
        This also deletes its draft and all its versions. It can’t be undone.
      </Confirm>
    </>
  );
}

/** Exports the chain as a file that can be imported elsewhere or kept under version control. */
async function exportChain({ uuid, name, live }: ListedChain): Promise<void> {
  try {
    const version = live === null ? "draft" : "live";
    const exported = await call("exportChain", { params: { chain: uuid }, query: { version } });
    saveJson(exported, name, "chain");
  } catch (error) {
    toast(messageOf(error), "bad");
  }
}
