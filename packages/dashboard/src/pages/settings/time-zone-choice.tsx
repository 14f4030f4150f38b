import { Combobox } from "@base-ui/react/combobox";
import { ChevronDown } from "lucide-react";
import { useMemo, useState } from "react";
import { allTimeZones, browserTimeZone, offsetText, zoneText } from "../../format/time-zone.ts";
import { cx } from "../../ui/class-names.ts";
import { ComboboxList, comboboxButtonClass } from "../../ui/combobox-list.tsx";
import { Field, inputClass } from "../../ui/field.tsx";

interface Zone {
  /** Null uses the browser's time zone. */
  readonly name: string | null;
  readonly label: string;
  /** Shown in the list, where there is room for it. */
  readonly detail: string;
}

/** Chooses a time zone by typing a part of its name. */
export function TimeZoneChoice({
  timeZone,
  onChoose,
}: {
  readonly timeZone: string | null;
  readonly onChoose: (timeZone: string | null) => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  // The offsets of several hundred zones take a moment, so they are computed when the list opens.
  const zones = useMemo(() => (isOpen ? [null, ...allTimeZones()].map(zoneOf) : []), [isOpen]);
  // A new object would count as a new choice and replace the typed text.
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
            <Combobox.Trigger aria-label="Show all time zones" className={comboboxButtonClass}>
              <ChevronDown size={14} aria-hidden />
            </Combobox.Trigger>
          </div>
          <ComboboxList
            keyOf={({ name }: Zone) => name}
            show={({ label, detail }) => (
              <>
                {label}
                <span className="ml-auto pl-3 font-normal text-muted">{detail}</span>
              </>
            )}
            empty="No time zone matches."
          />
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
