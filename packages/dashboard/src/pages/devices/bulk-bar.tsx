import { FolderInput, Power, PowerOff, Tag, Trash2, X } from "lucide-react";
import { useState } from "react";
import { messageOf } from "../../api/problem.ts";
import { countText, plural } from "../../format/number.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import type { Selection } from "../../ui/selection.tsx";
import { toast } from "../../ui/toast.tsx";
import { useFocusBack } from "../../ui/use-focus-back.ts";
import { deleteDevices, fetchAllDevices, updateDevices } from "./bulk-update.ts";
import { MoveDialog } from "./move-dialog.tsx";
import { NotesDialog } from "./notes-dialog.tsx";
import type { ListedDevice } from "./use-connections.ts";

export interface BulkBarProps {
  readonly selection: Selection<string, ListedDevice>;
  /** The query of the list. */
  readonly query: object;
  readonly total: number;
  readonly isAllLoaded: boolean;
}

type Doing = "move" | "notes" | "delete" | null;

/** Actions on the selected devices. The bar floats, so that the list does not jump. */
export function BulkBar({ selection, query, total, isAllLoaded }: BulkBarProps) {
  useFocusBack();
  const [doing, setDoing] = useState<Doing>(null);
  /** How many are done, while the action runs. */
  const [done, setDone] = useState<number | null>(null);
  const isBusy = done !== null;
  const { items: devices } = selection;
  const count = devices.length;
  const what = plural(count, "device");

  const run = async (work: () => Promise<void>) => {
    setDone(0);
    try {
      await work();
    } catch (error) {
      toast(messageOf(error), "bad");
    } finally {
      setDone(null);
      setDoing(null);
    }
  };
  /** Clears the selection once the work is done. */
  const finish = (work: () => Promise<void>) =>
    void run(async () => {
      await work();
      selection.clear();
    });
  const enable = (enabled: boolean) =>
    finish(() => updateDevices(devices, { enabled }, `${what} ${enabled ? "enabled" : "disabled"}`, setDone));
  const selectEvery = () => void run(async () => selection.choose(await fetchAllDevices(query)));
  const actions = [
    { name: "Enable", Icon: Power, act: () => enable(true) },
    { name: "Disable", Icon: PowerOff, act: () => enable(false) },
    { name: "Move", Icon: FolderInput, act: () => setDoing("move") },
    { name: "Tags", Icon: Tag, act: () => setDoing("notes") },
    { name: "Delete", Icon: Trash2, act: () => setDoing("delete") },
  ];

  return (
    <>
      <div className="pointer-events-none sticky bottom-4 z-20 mt-4 flex justify-center max-md:bottom-2">
        <section
          aria-label="Selected devices"
          className="pointer-events-auto flex max-w-full flex-wrap items-center gap-1 rounded-lg border border-line-strong bg-raised p-1.5 pl-3 shadow-(--shadow)"
        >
          <span role="status" className="mr-2 text-sm font-medium whitespace-nowrap max-md:grow">
            {done === null || done === 0
              ? `${countText(count)} selected`
              : `${countText(done)} of ${countText(count)} done…`}
          </span>
          {!isAllLoaded && count < total && (
            <Button size="small" look="quiet" isBusy={isBusy} onClick={selectEvery}>
              Select all {countText(total)}
            </Button>
          )}
          <div className="flex gap-1 max-md:order-last max-md:-ml-2 max-md:basis-full">
            {actions.map(({ name, Icon, act }) => (
              <Button
                key={name}
                size="small"
                look="quiet"
                isBusy={isBusy}
                icon={<Icon size={14} aria-hidden className="max-md:hidden" />}
                onClick={act}
              >
                {name}
              </Button>
            ))}
          </div>
          <IconButton label="Clear selection" className="size-7" onClick={selection.clear}>
            <X size={15} aria-hidden />
          </IconButton>
        </section>
      </div>
      {doing === "move" && (
        <MoveDialog
          count={count}
          isBusy={isBusy}
          onClose={() => setDoing(null)}
          onMove={(group) =>
            finish(() =>
              updateDevices(
                devices,
                { group },
                group === null ? `${what} removed from their group` : `${what} moved to ${group}`,
                setDone,
              ),
            )
          }
        />
      )}
      {doing === "notes" && (
        <NotesDialog
          count={count}
          isBusy={isBusy}
          onClose={() => setDoing(null)}
          onChange={(patch) => finish(() => updateDevices(devices, patch, `${what} changed`, setDone))}
        />
      )}
      <Confirm
        isOpen={doing === "delete"}
        onClose={() => setDoing(null)}
        title={`Delete ${what}?`}
        action={isBusy ? `Deleting ${countText(done)} of ${countText(count)}…` : `Delete ${what}`}
        typed={`delete ${count}`}
        isBusy={isBusy}
        onConfirm={() => finish(() => deleteDevices(devices, setDone))}
      >
        Their sensors and readings are deleted as well, and their tokens stop working immediately. This can’t
        be undone. To keep the readings, disable the devices instead.
      </Confirm>
    </>
  );
}
