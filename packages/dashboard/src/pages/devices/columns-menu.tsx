import { shortNameShape } from "@weir/protocol/short-name-shape";
import { useState } from "react";
import { useCall } from "../../api/queries.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Popover } from "../../ui/popover.tsx";
import { Failure, Loading } from "../../ui/states.tsx";
import { ColumnsTrigger } from "./columns-trigger.tsx";
import { type ListColumns, type StandardColumn, slugColumnsMax, standardColumns } from "./list-columns.ts";
import type { ListedDevice } from "./use-connections.ts";
import type { ChooseColumns } from "./use-list-columns.ts";

export interface ColumnsMenuProps {
  readonly columns: ListColumns;
  readonly onChoose: ChooseColumns;
  /** The listed devices. The sensors of the first ones are offered. */
  readonly devices: readonly ListedDevice[];
}

const askedDevices = 50;
const askedSensors = 1000;

/** Chooses the columns of the list, opened at first, because a click has loaded it. */
export function ColumnsMenu({ columns, onChoose, devices }: ColumnsMenuProps) {
  const { slugs, hidden } = columns;
  const toggleSlug = (slug: string, isOn: boolean) =>
    onChoose({ ...columns, slugs: isOn ? [...slugs, slug] : slugs.filter((other) => other !== slug) });
  const toggleStandard = (name: StandardColumn, isOn: boolean) => {
    const others = [...hidden].filter((other) => other !== name);
    onChoose({ ...columns, hidden: new Set(isOn ? others : [...others, name]) });
  };
  return (
    <Popover label="Columns" align="end" className="w-72 p-3" isOpenAtFirst trigger={<ColumnsTrigger />}>
      {() => (
        <div className="flex flex-col gap-3">
          <fieldset>
            <legend className="mb-1 font-medium">Latest values</legend>
            <Slugs chosen={slugs} devices={devices} onToggle={toggleSlug} />
          </fieldset>
          <fieldset>
            <legend className="mb-1 font-medium">Columns</legend>
            {Object.entries(standardColumns).map(([name, title]) => (
              <Choice
                key={name}
                title={title}
                isOn={!hidden.has(name as StandardColumn)}
                onToggle={(isOn) => toggleStandard(name as StandardColumn, isOn)}
              />
            ))}
          </fieldset>
          <p className="text-xs text-muted">Columns that don’t fit the window are left out.</p>
        </div>
      )}
    </Popover>
  );
}

function Slugs({
  chosen,
  devices,
  onToggle,
}: {
  readonly chosen: readonly string[];
  readonly devices: readonly ListedDevice[];
  readonly onToggle: (slug: string, isOn: boolean) => void;
}) {
  const asked = devices.slice(0, askedDevices).map(({ uuid }) => uuid);
  const { data, isError, error, refetch } = useCall(
    "listSensorsOfDevices",
    { query: { devices: asked.toSorted().join(","), limit: askedSensors } },
    { enabled: asked.length > 0, staleTime: 60_000, keep: true },
  );
  if (isError) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined && asked.length > 0) return <Loading what="Loading sensors" shape="rows" />;
  const counts = new Map(chosen.map((slug) => [slug, 0]));
  for (const { slug } of data?.items ?? []) counts.set(slug, (counts.get(slug) ?? 0) + 1);
  // The most common first.
  const offered = [...counts].toSorted(([a, na], [b, nb]) => nb - na || a.localeCompare(b));
  const isFull = chosen.length >= slugColumnsMax;
  return (
    <>
      {offered.length === 0 && <p className="text-muted">These devices have no sensors.</p>}
      <div className="max-h-48 overflow-y-auto">
        {offered.map(([slug]) => (
          <Choice
            key={slug}
            title={slug}
            isOn={chosen.includes(slug)}
            isDisabled={isFull && !chosen.includes(slug)}
            onToggle={(isOn) => onToggle(slug, isOn)}
          />
        ))}
      </div>
      {isFull ? (
        <p className="text-xs text-muted">At most {slugColumnsMax} sensors can be shown.</p>
      ) : (
        <OtherSlug onAdd={(slug) => chosen.includes(slug) || onToggle(slug, true)} />
      )}
    </>
  );
}

/** A sensor that none of the first devices has. */
function OtherSlug({ onAdd }: { readonly onAdd: (slug: string) => void }) {
  const [slug, setSlug] = useState("");
  return (
    <form
      className="mt-1 flex items-end gap-1"
      onSubmit={(event) => {
        event.preventDefault();
        onAdd(slug.trim());
        setSlug("");
      }}
    >
      <TextField
        label="Other sensor"
        placeholder="e.g. temperature"
        isMono
        value={slug}
        onChange={({ target }) => setSlug(target.value)}
      />
      <Button type="submit" disabled={!shortNameShape.test(slug.trim())}>
        Add
      </Button>
    </form>
  );
}

function Choice({
  title,
  isOn,
  isDisabled = false,
  onToggle,
}: {
  readonly title: string;
  readonly isOn: boolean;
  readonly isDisabled?: boolean;
  readonly onToggle: (isOn: boolean) => void;
}) {
  return (
    <label className="flex items-center gap-2 rounded-sm px-1 py-1 hover:bg-hover">
      <input
        type="checkbox"
        className="size-4 shrink-0 accent-(--accent)"
        checked={isOn}
        disabled={isDisabled}
        onChange={({ target }) => onToggle(target.checked)}
      />
      <span className="truncate">{title}</span>
    </label>
  );
}
