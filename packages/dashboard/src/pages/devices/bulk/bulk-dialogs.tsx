import { countText, plural } from "../../../format/number.ts";
import { Confirm } from "../../../ui/confirm.tsx";
import type { ListedDevice } from "../use-connections.ts";
import { applyTemplate, deleteDevices, type RefusedDevice, updateDevices } from "./bulk-update.ts";
import { ChainDialog } from "./chain-dialog.tsx";
import { MoveDialog } from "./move-dialog.tsx";
import { NotesDialog } from "./notes-dialog.tsx";
import { TemplateDialog } from "./template-dialog.tsx";

export type BulkQuestion = "move" | "notes" | "chain" | "template" | "delete";

/** Asks what an action on the selected devices needs to know, and then does it. */
export function BulkDialogs({
  asked,
  devices,
  done,
  onProgress,
  onAct,
  onClose,
}: {
  readonly asked: BulkQuestion;
  readonly devices: readonly ListedDevice[];
  /** How many are done; null while nothing runs. */
  readonly done: number | null;
  readonly onProgress: (done: number) => void;
  /** Runs an action, which returns the devices that it could not change. */
  readonly onAct: (act: () => Promise<readonly RefusedDevice[]>) => void;
  readonly onClose: () => void;
}) {
  const count = devices.length;
  const what = plural(count, "device");
  const form = { count, isBusy: done !== null, onClose };
  switch (asked) {
    case "move":
      return (
        <MoveDialog
          {...form}
          onMove={(group) =>
            onAct(() => {
              const said = group === null ? "removed from their group" : `moved to ${group}`;
              return updateDevices(devices, { group }, (moved) => `${moved} ${said}`, onProgress);
            })
          }
        />
      );
    case "notes":
      return (
        <NotesDialog
          {...form}
          onChange={(patch) =>
            onAct(() => updateDevices(devices, patch, (changed) => `${changed} changed`, onProgress))
          }
        />
      );
    case "chain":
      return (
        <ChainDialog
          {...form}
          onAssign={(chain) =>
            onAct(() => {
              const said = chain === null ? "Removed the own rule chain of" : "Assigned the rule chain to";
              return updateDevices(devices, { chain }, (changed) => `${said} ${changed}`, onProgress);
            })
          }
        />
      );
    case "template":
      return (
        <TemplateDialog
          {...form}
          onApply={(template) => onAct(() => applyTemplate(devices, template, onProgress))}
        />
      );
    case "delete":
      return (
        <Confirm
          isOpen
          onClose={onClose}
          title={`Delete ${what}?`}
          action={done === null ? `Delete ${what}` : `Deleting ${countText(done)} of ${countText(count)}…`}
          typed={`delete ${count}`}
          isBusy={done !== null}
          onConfirm={() => onAct(() => deleteDevices(devices, onProgress))}
        >
          Their sensors and readings are deleted as well, and their tokens stop working immediately. This
          can’t be undone. To keep the readings, disable the devices instead.
        </Confirm>
      );
  }
}
