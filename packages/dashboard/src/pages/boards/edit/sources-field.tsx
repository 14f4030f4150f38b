import { Plus, X } from "lucide-react";
import { Button, IconButton } from "../../../ui/button.tsx";
import { type SourceDraft, SourceField } from "./source-field.tsx";

/** Chooses several sensors. */
export function SourcesField({
  sources,
  max,
  hasVariable,
  onChange,
}: {
  readonly sources: readonly SourceDraft[];
  readonly max: number;
  /** Whether the board has a device picker. */
  readonly hasVariable: boolean;
  readonly onChange: (sources: readonly SourceDraft[]) => void;
}) {
  return (
    <>
      {sources.map((source, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same sensor may be chosen twice, and rows only grow and shrink.
        <fieldset key={nth} className="flex items-end gap-2">
          <legend className="sr-only">Sensor {nth + 1}</legend>
          <div className="min-w-0 flex-1">
            <SourceField
              source={source}
              hasVariable={hasVariable}
              onChange={(changed) => onChange(sources.with(nth, changed))}
            />
          </div>
          {sources.length > 1 && (
            <IconButton
              label={`Remove sensor ${nth + 1}`}
              onClick={() => onChange(sources.toSpliced(nth, 1))}
            >
              <X size={15} aria-hidden />
            </IconButton>
          )}
        </fieldset>
      ))}
      {sources.length < max && (
        <div>
          <Button
            size="small"
            icon={<Plus size={14} aria-hidden />}
            onClick={() => onChange([...sources, { device: sources.at(-1)?.device, sensor: "" }])}
          >
            Add sensor
          </Button>
        </div>
      )}
    </>
  );
}
