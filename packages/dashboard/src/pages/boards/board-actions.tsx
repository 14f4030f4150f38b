import { useNavigate } from "@tanstack/react-router";
import { Copy, Download, History, Link2, Maximize, PenLine, Pin, PinOff, Trash2 } from "lucide-react";
import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { call } from "../../api/client.ts";
import { messageOf } from "../../api/problem.ts";
import { pinBoard } from "../../app/home-board.ts";
import { useMay, useSession } from "../../app/session.tsx";
import { ActionsMenu } from "../../ui/actions-menu.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import type { MenuEntry } from "../../ui/menu.tsx";
import { saveJson } from "../../ui/save-json.ts";
import { toast } from "../../ui/toast.tsx";
import { BoardVersionsDialog } from "./board-versions-dialog.tsx";
import type { ListedBoard } from "./model/board.ts";
import { exportedBoard } from "./model/exported-board.ts";
import { RenameBoardDialog } from "./rename-board-dialog.tsx";
import { ShareDialog } from "./share/share-dialog.tsx";
import { useMayChange } from "./use-board.ts";
import { useKiosk } from "./use-kiosk.ts";

const nameLengthMax = 200;

/** The actions on a board, in the list and on its page. */
export function BoardActions({
  board,
  isOpen,
}: {
  readonly board: ListedBoard;
  /** Whether this is the board's own page. */
  readonly isOpen: boolean;
}) {
  const { uuid, name, owner } = board;
  const navigate = useNavigate();
  const mayEdit = useMay("editor");
  const mayChange = useMayChange()(board);
  const kiosk = useKiosk();
  const [asked, setAsked] = useState<"rename" | "versions" | "share" | "delete" | null>(null);
  const close = () => setAsked(null);
  const params = { board: uuid };
  const { home_board: before } = useSession().account;
  const isPinned = before.pinned === uuid;
  const pin = () =>
    isPinned
      ? pinBoard(null, { said: `${name} was unpinned from Home.`, before })
      : pinBoard(uuid, { said: `${name} is on your Home.`, before });
  const remove = useChange("deleteBoard", {
    refreshes: ["listBoards"],
    said: `${name} was deleted.`,
    onDone: () => {
      close();
      if (isOpen) void navigate({ to: "/boards" });
    },
  });
  const duplicate = useChange("duplicateBoard", {
    refreshes: ["listBoards"],
    said: ({ name: given }) => `${given} was created.`,
    undo: (copy) => () => call("deleteBoard", { params: { board: copy.uuid } }),
    onDone: (copy) => {
      if (isOpen) void navigate({ to: "/boards/$board", params: { board: copy.uuid } });
    },
  });
  const copyName = `${name.slice(0, nameLengthMax - " (copy)".length)} (copy)`;
  const viewing: (MenuEntry | "line")[] = [
    ...(isOpen
      ? [
          {
            label: "Kiosk mode",
            icon: <Maximize size={15} aria-hidden />,
            onSelect: kiosk.enter,
          },
        ]
      : []),
    {
      label: isPinned ? "Unpin from Home" : "Pin to Home",
      icon: isPinned ? <PinOff size={15} aria-hidden /> : <Pin size={15} aria-hidden />,
      onSelect: () => void pin(),
    },
    { label: "Export", icon: <Download size={15} aria-hidden />, onSelect: () => void exportBoard(uuid) },
    {
      label: "Duplicate",
      icon: <Copy size={15} aria-hidden />,
      onSelect: () =>
        duplicate.mutate({ params, body: { name: copyName, owner: mayEdit ? owner : "person" } }),
    },
  ];
  const changing: (MenuEntry | "line")[] = [
    // A person's own board can't be shared, because nobody else would see that it is.
    ...(owner === "account"
      ? [{ label: "Share…", icon: <Link2 size={15} aria-hidden />, onSelect: () => setAsked("share") }]
      : []),
    { label: "Rename…", icon: <PenLine size={15} aria-hidden />, onSelect: () => setAsked("rename") },
    { label: "Versions…", icon: <History size={15} aria-hidden />, onSelect: () => setAsked("versions") },
    "line",
    {
      label: "Delete…",
      icon: <Trash2 size={15} aria-hidden />,
      isDangerous: true,
      onSelect: () => setAsked("delete"),
    },
  ];
  return (
    <>
      <ActionsMenu of={name} entries={[...viewing, ...(mayChange ? changing : [])]} />
      {asked === "rename" && <RenameBoardDialog board={board} onClose={close} />}
      {asked === "versions" && <BoardVersionsDialog board={board} onClose={close} />}
      {asked === "share" && <ShareDialog board={board} onClose={close} />}
      <Confirm
        isOpen={asked === "delete"}
        onClose={close}
        title={`Delete ${name}?`}
        action="Delete board"
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ params })}
      >
        This also deletes its versions and share links. Devices and readings are not affected. It can’t be
        undone.
      </Confirm>
    </>
  );
}

/** Exports the board as a file that can be imported elsewhere or kept under version control. */
async function exportBoard(uuid: string): Promise<void> {
  try {
    const board = await call("showBoard", { params: { board: uuid } });
    saveJson(exportedBoard(board), board.name, "board");
  } catch (error) {
    toast(messageOf(error), "bad");
  }
}
