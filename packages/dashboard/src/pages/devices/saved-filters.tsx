import { Link } from "@tanstack/react-router";
import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { call } from "../../api/client.ts";
import { useCall } from "../../api/queries.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { useMay } from "../../app/session.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { Popover } from "../../ui/popover.tsx";
import { Failure, Loading } from "../../ui/states.tsx";
import { type DeviceFilter, isFiltered, writeFilter } from "./device-filter.ts";
import { FiltersButton } from "./filters-button.tsx";
import { SaveFilterDialog } from "./save-filter-dialog.tsx";

type SavedFilter = CallAnswer<"listDeviceFilters">["items"][number];

/** The saved filters of the list, opened at first, because a click has loaded them. */
export function SavedFilters({ filter }: { readonly filter: DeviceFilter }) {
  const [isSaving, setSaving] = useState(false);
  // The devices of a board are in its tile already.
  const savable = { ...filter, devices: "" };
  return (
    <>
      <Popover
        label="Saved filters"
        align="end"
        className="w-72 p-1"
        isOpenAtFirst
        trigger={<FiltersButton />}
      >
        {(close) => (
          <>
            <FilterList onChoose={close} />
            <div className="mt-1 border-t border-line pt-1">
              <Button
                look="quiet"
                icon={<Plus size={15} aria-hidden />}
                disabled={!isFiltered(savable)}
                onClick={() => {
                  close();
                  setSaving(true);
                }}
              >
                Save this filter…
              </Button>
              {!isFiltered(savable) && (
                <p className="px-2 pb-1 text-xs text-muted">
                  Filter the list first, then save the filter here.
                </p>
              )}
            </div>
          </>
        )}
      </Popover>
      {isSaving && <SaveFilterDialog parameters={writeFilter(savable)} onClose={() => setSaving(false)} />}
    </>
  );
}

function FilterList({ onChoose }: { readonly onChoose: () => void }) {
  const { data, isError, error, refetch } = useCall("listDeviceFilters", {});
  if (isError) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading what="Loading filters" shape="rows" />;
  if (data.items.length === 0) return <p className="px-2 py-1.5 text-muted">No saved filters yet.</p>;
  return (
    <ul className="max-h-80 overflow-y-auto">
      {data.items.map((saved) => (
        <FilterItem key={saved.uuid} saved={saved} onChoose={onChoose} />
      ))}
    </ul>
  );
}

function FilterItem({ saved, onChoose }: { readonly saved: SavedFilter; readonly onChoose: () => void }) {
  const { uuid, name, owner, parameters } = saved;
  const mayDelete = useMay("editor") || owner === "person";
  const remove = useChange("deleteDeviceFilter", {
    refreshes: ["listDeviceFilters"],
    said: `Deleted the filter “${name}”.`,
    undo: () => () => call("createDeviceFilter", { body: { name, owner, parameters } }),
  });
  return (
    <li className="flex items-center gap-1">
      <Link
        to="/devices"
        search={parameters}
        onClick={onChoose}
        className="min-w-0 flex-1 truncate rounded-sm px-2 py-1.5 outline-none hover:bg-hover focus-visible:bg-hover"
      >
        {name}
        {owner === "person" && <span className="text-muted"> (only you)</span>}
      </Link>
      {mayDelete && (
        <IconButton
          label={`Delete the filter ${name}`}
          disabled={remove.isPending}
          onClick={() => remove.mutate({ params: { filter: uuid } })}
        >
          <Trash2 size={14} aria-hidden />
        </IconButton>
      )}
    </li>
  );
}
