import { FolderInput, Power, PowerOff, Trash2, X } from "lucide-react";
import { useState } from "react";
import { messageOf } from "../../api/problem.ts";
import { countText, plural } from "../../format/number.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.tsx";
import { deleteDevices, fetchAllDevices, updateDevices } from "./bulk-update.ts";
import { MoveDialog } from "./move-dialog.tsx";
import type { Selection } from "./use-selection.ts";

type Doing = "move" | "delete" | null;

/** What can be done with the devices that are selected. It floats, so that the list does not jump. */
export function BulkBar({
  selection,
  query,
  total,
  isAllLoaded,
}: {
  readonly selection: Selection;
  /** What the list was asked. */
  readonly query: object;
  readonly total: number;
  readonly isAllLoaded: boolean;
}) {
  const [doing, setDoing] = useState<Doing>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [deleted, setDeleted] = useState(0);
  const devices = [...selection.devices.values()];
  const count = devices.length;
  const what = plural(count, "device");

  const run = async (work: () => Promise<void>) => {
    setIsBusy(true);
    try {
      await work();
      selection.clear();
    } catch (error) {
      toast(messageOf(error), "bad");
    } finally {
      setIsBusy(false);
      setDoing(null);
    }
  };
  const enable = (enabled: boolean) =>
    run(() => updateDevices(devices, { enabled }, `${what} ${enabled ? "enabled" : "disabled"}`));
  const selectEvery = async () => {
    setIsBusy(true);
    try {
      selection.set(await fetchAllDevices(query));
    } catch (error) {
      toast(messageOf(error), "bad");
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <>
      <div className="pointer-events-none sticky bottom-4 z-20 mt-4 flex justify-center max-md:bottom-2">
        <section
          aria-label="Selected devices"
          className="pointer-events-auto flex max-w-full flex-wrap items-center gap-1 rounded-lg border border-line-strong bg-raised p-1.5 pl-3 max-md:gap-0 shadow-(--shadow)"
        >
          <span role="status" className="mr-2 text-sm font-medium max-md:mr-0 whitespace-nowrap">
            {countText(count)} selected
          </span>
          {!isAllLoaded && count < total && (
            <Button size="small" look="quiet" isBusy={isBusy} onClick={() => void selectEvery()}>
              Select all {countText(total)}
            </Button>
          )}
          <Button
            size="small"
            look="quiet"
            isBusy={isBusy}
            icon={<Power size={14} aria-hidden className="max-md:hidden" />}
            onClick={() => void enable(true)}
          >
            Enable
          </Button>
          <Button
            size="small"
            look="quiet"
            isBusy={isBusy}
            icon={<PowerOff size={14} aria-hidden className="max-md:hidden" />}
            onClick={() => void enable(false)}
          >
            Disable
          </Button>
          <Button
            size="small"
            look="quiet"
            isBusy={isBusy}
            icon={<FolderInput size={14} aria-hidden className="max-md:hidden" />}
            onClick={() => setDoing("move")}
          >
            Move
          </Button>
          <Button
            size="small"
            look="quiet"
            isBusy={isBusy}
            icon={<Trash2 size={14} aria-hidden className="max-md:hidden" />}
            onClick={() => setDoing("delete")}
          >
            Delete
          </Button>
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
            void run(() =>
              updateDevices(
                devices,
                { group },
                group === null ? `${what} taken out of their group` : `${what} moved to ${group}`,
              ),
            )
          }
        />
      )}
      <Confirm
        isOpen={doing === "delete"}
        onClose={() => setDoing(null)}
        title={`Delete ${what}?`}
        action={isBusy ? `Deleting ${countText(deleted)} of ${countText(count)}…` : `Delete ${what}`}
        typed={`delete ${count}`}
        isBusy={isBusy}
        onConfirm={() => {
          setDeleted(0);
          void run(() => deleteDevices(devices, setDeleted));
        }}
      >
        Their sensors and all their readings are deleted with them, and their tokens stop working at once.
        This cannot be undone. Disable them instead to keep what they have sent.
      </Confirm>
    </>
  );
}
