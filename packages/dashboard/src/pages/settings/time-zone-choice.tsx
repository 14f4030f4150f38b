import { Combobox } from "@base-ui/react/combobox";
import { ChevronDown } from "lucide-react";
import { useMemo, useState } from "react";
import { allTimeZones, browserTimeZone, offsetText, zoneText } from "../../format/time-zone.ts";
import { cx } from "../../ui/class-names.ts";
import { Field, inputClass } from "../../ui/field.tsx";

interface Zone {
  /** Null follows the browser. */
  readonly name: string | null;
  readonly label: string;
  /** In the list, where there is room for it. */
  readonly detail: string;
}

/** A time zone, found by typing a part of its name. */
export function TimeZoneChoice({
  timeZone,
  onChoose,
}: {
  readonly timeZone: string | null;
  readonly onChoose: (timeZone: string | null) => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  // The offsets of several hundred zones take a moment, so they are looked up once the list is wanted.
  const zones = useMemo(() => (isOpen ? [null, ...allTimeZones()].map(zoneOf) : []), [isOpen]);
  // Another object would count as another choice, and take the place of what is being typed.
  const chosen = useMemo(() => zoneOf(timeZone), [timeZone]);
  return (
    <Field
      label="Time zone"
      hint={`Type a city or region to search. Your browser’s time zone is ${zoneText(Date.now(), browserTimeZone())}.`}
    >
      {(ids) => (
        <Combobox.Root<Zone>
          items={zones}
          value={chosen}
          onValueChange={(zone) => zone !== null && onChoose(zone.name)}
          onOpenChange={setIsOpen}
          itemToStringLabel={({ label }) => label}
          isItemEqualToValue={(one, other) => one.name === other.name}
          autoHighlight
        >
          <div className="relative">
            <Combobox.Input {...ids} spellCheck={false} className={cx(inputClass, "pr-8")} />
            <Combobox.Trigger
              aria-label="Show all time zones"
              className="absolute top-1 right-1 inline-flex size-6 items-center justify-center rounded-sm text-muted hover:text-text"
            >
              <ChevronDown size={14} aria-hidden />
            </Combobox.Trigger>
          </div>
          <Combobox.Portal>
            <Combobox.Positioner sideOffset={4} align="start" className="z-50 outline-none">
              <Combobox.Popup className="max-h-72 w-(--anchor-width) overflow-y-auto rounded-md border border-line bg-raised p-1 text-sm shadow-(--shadow)">
                <Combobox.Empty className="px-2 py-1.5 text-muted empty:hidden">
                  No time zone matches.
                </Combobox.Empty>
                <Combobox.List>
                  {(zone: Zone) => (
                    <Combobox.Item
                      key={zone.name}
                      value={zone}
                      className="flex min-h-8 items-center rounded-sm px-2 outline-none select-none data-highlighted:bg-hover data-selected:font-medium"
                    >
                      {zone.label}
                      <span className="ml-auto pl-3 font-normal text-muted">{zone.detail}</span>
                    </Combobox.Item>
                  )}
                </Combobox.List>
              </Combobox.Popup>
            </Combobox.Positioner>
          </Combobox.Portal>
        </Combobox.Root>
      )}
    </Field>
  );
}

function zoneOf(name: string | null): Zone {
  const nowMs = Date.now();
  if (name === null)
    return { name, label: "Browser’s time zone", detail: zoneText(nowMs, browserTimeZone()) };
  return { name, label: name.replaceAll("_", " "), detail: offsetText(nowMs, name) };
}
