import {
  Download,
  Ellipsis,
  FolderInput,
  LayoutTemplate,
  Power,
  PowerOff,
  Tag,
  Trash2,
  Workflow,
  X,
} from "lucide-react";
import { useState } from "react";
import { messageOf } from "../../../api/problem.ts";
import { countText } from "../../../format/number.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { saveTextFile } from "../../../ui/save-text-file.ts";
import type { Selection } from "../../../ui/selection.tsx";
import { toast } from "../../../ui/toast.tsx";
import { useFocusBack } from "../../../ui/use-focus-back.ts";
import type { ListedDevice } from "../use-connections.ts";
import { BulkDialogs, type BulkQuestion } from "./bulk-dialogs.tsx";
import { fetchAllDevices, type RefusedDevice, updateDevices } from "./bulk-update.ts";
import { devicesCsv } from "./devices-csv.ts";
import { RefusedDevices } from "./refused-devices.tsx";

export interface BulkBarProps {
  readonly selection: Selection<string, ListedDevice>;
  /** The query of the list. */
  readonly query: object;
  readonly total: number;
  readonly isAllLoaded: boolean;
}

/** What an action could not change, of how many devices. */
interface Refused {
  readonly devices: readonly RefusedDevice[];
  readonly of: number;
}

/** Actions on the selected devices. The bar floats, so that the list does not jump. */
export function BulkBar({ selection, query, total, isAllLoaded }: BulkBarProps) {
  useFocusBack();
  const [asked, setAsked] = useState<BulkQuestion | null>(null);
  /** How many are done, while an action runs. */
  const [done, setDone] = useState<number | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const { items: devices } = selection;
  const isBusy = done !== null;

  const run = async (work: () => Promise<void>) => {
    setDone(0);
    try {
      await work();
    } catch (error) {
      toast(messageOf(error), "bad");
    } finally {
      setDone(null);
      setAsked(null);
    }
  };
  /** Then only what was refused is selected. */
  const act = (work: () => Promise<readonly RefusedDevice[]>) =>
    void run(async () => {
      const left = await work();
      if (left.length === 0) return selection.clear();
      setRefused({ devices: left, of: devices.length });
      selection.choose(left.map(({ device }) => device));
    });
  const enable = (enabled: boolean) =>
    act(() =>
      updateDevices(
        devices,
        { enabled },
        (changed) => `${changed} ${enabled ? "enabled" : "disabled"}`,
        setDone,
      ),
    );
  const selectEvery = () => void run(async () => selection.choose(await fetchAllDevices(query)));
  const small = { size: "small", look: "quiet", isBusy } as const;
  const actions = [
    { name: "Enable", Icon: Power, act: () => enable(true) },
    { name: "Disable", Icon: PowerOff, act: () => enable(false) },
    { name: "Move", Icon: FolderInput, act: () => setAsked("move") },
    { name: "Tags", Icon: Tag, act: () => setAsked("notes") },
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
              ? `${countText(devices.length)} selected`
              : `${countText(done)} of ${countText(devices.length)} done…`}
          </span>
          {!isAllLoaded && devices.length < total && (
            <Button {...small} onClick={selectEvery}>
              Select all {countText(total)}
            </Button>
          )}
          <div className="flex gap-1 max-md:order-last max-md:-ml-2 max-md:basis-full max-md:flex-wrap max-md:gap-0">
            {actions.map(({ name, Icon, act }) => (
              <Button
                key={name}
                {...small}
                icon={<Icon size={14} aria-hidden className="max-md:hidden" />}
                onClick={act}
              >
                {name}
              </Button>
            ))}
            <Menu
              side="top"
              trigger={
                <Button {...small} icon={<Ellipsis size={14} aria-hidden className="max-md:hidden" />}>
                  More
                </Button>
              }
              entries={[
                {
                  label: "Assign rule chain…",
                  icon: <Workflow size={15} aria-hidden />,
                  onSelect: () => setAsked("chain"),
                },
                {
                  label: "Apply template…",
                  icon: <LayoutTemplate size={15} aria-hidden />,
                  onSelect: () => setAsked("template"),
                },
                {
                  label: "Export as CSV",
                  icon: <Download size={15} aria-hidden />,
                  onSelect: () => saveTextFile("devices.csv", devicesCsv(devices), "text/csv"),
                },
              ]}
            />
            <Button
              {...small}
              icon={<Trash2 size={14} aria-hidden className="max-md:hidden" />}
              onClick={() => setAsked("delete")}
            >
              Delete
            </Button>
          </div>
          <IconButton label="Clear selection" className="size-7" onClick={selection.clear}>
            <X size={15} aria-hidden />
          </IconButton>
        </section>
      </div>
      {asked !== null && (
        <BulkDialogs
          asked={asked}
          devices={devices}
          done={done}
          onProgress={setDone}
          onAct={act}
          onClose={() => setAsked(null)}
        />
      )}
      {refused !== null && (
        <RefusedDevices refused={refused.devices} of={refused.of} onClose={() => setRefused(null)} />
      )}
    </>
  );
}
