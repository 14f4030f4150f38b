import { Combobox } from "@base-ui/react/combobox";
import { ChevronDown, X } from "lucide-react";
import { type ComponentProps, useEffect, useState } from "react";
import { useCall } from "../api/queries.ts";
import { cx } from "./class-names.ts";
import { ComboboxList, comboboxButtonClass } from "./combobox-list.tsx";
import { Field, inputClass } from "./field.tsx";

interface NamedDevice {
  readonly uuid: string;
  readonly name: string;
}

const shownMax = 20;
const waitMs = 200;

interface PickerProps {
  /** UUID. */
  readonly device: string | undefined;
  readonly onChoose: (uuid: string | undefined) => void;
  /** Shown while no device is chosen. */
  readonly none?: string;
  /** Only devices that this finds are offered. */
  readonly query?: { readonly group?: string; readonly tag?: string } | undefined;
  readonly className?: string;
}

/**
 * Chooses one device, found by typing a part of its name. There may be thousands, so the server searches. Without a
 * label of its own.
 */
export function DevicePicker(props: PickerProps) {
  return <Picker {...props} input={{ "aria-label": "Device" }} />;
}

/** The same as a field of a form. */
export function DeviceField({ error, ...props }: PickerProps & { readonly error?: string | undefined }) {
  return (
    <Field label="Device" error={error}>
      {(ids) => <Picker none="Choose a device" {...props} input={ids} />}
    </Field>
  );
}

function Picker({
  device,
  onChoose,
  none = "All devices",
  query: narrowed = {},
  className,
  input,
}: PickerProps & { readonly input: ComponentProps<"input"> }) {
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const search = usePaused(typed);
  const chosen = useCall(
    "showDevice",
    { params: { device: device ?? "" } },
    { enabled: device !== undefined },
  );
  const query = { limit: shownMax, ...narrowed, ...(search === "" ? {} : { search }) };
  const found = useCall("listDevices", { query }, { enabled: isOpen, keep: true });
  const value: NamedDevice | null =
    device === undefined || chosen.data?.uuid !== device ? null : { uuid: device, name: chosen.data.name };
  return (
    <Combobox.Root<NamedDevice>
      items={found.data?.items ?? []}
      filter={null}
      value={value}
      onValueChange={(next) => onChoose(next?.uuid)}
      onInputValueChange={(text, { reason }) => setTyped(reason === "input-change" ? text : "")}
      onOpenChange={setIsOpen}
      itemToStringLabel={({ name }) => name}
      isItemEqualToValue={(one, other) => one.uuid === other.uuid}
    >
      <div className={cx("relative", className)}>
        <Combobox.Input
          {...input}
          placeholder={none}
          className={cx(inputClass, "pr-8", "placeholder:text-text")}
        />
        {device === undefined && (
          <ChevronDown
            size={14}
            aria-hidden
            className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 text-faint"
          />
        )}
        <Combobox.Clear aria-label={none} className={comboboxButtonClass}>
          <X size={14} aria-hidden />
        </Combobox.Clear>
      </div>
      <ComboboxList
        keyOf={({ uuid }: NamedDevice) => uuid}
        show={({ name }) => name}
        empty={found.isPending ? "Searching…" : "No devices match."}
        className="min-w-56"
      />
    </Combobox.Root>
  );
}

/** The text, once nothing was typed for a moment. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), waitMs);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
