import { cx } from "../../ui/class-names.ts";
import { SensorIcon, sensorIcons } from "../../ui/sensor-icon.tsx";

/** Chooses one of a few icons. Choosing it again removes it. */
export function IconChoice({
  chosen,
  onChoose,
}: {
  readonly chosen: string | null;
  readonly onChoose: (name: string | null) => void;
}) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">
        Icon <span className="font-normal text-faint">(optional)</span>
      </legend>
      <div className="flex flex-wrap gap-1">
        {Object.keys(sensorIcons).map((name) => (
          <button
            key={name}
            type="button"
            aria-label={name}
            title={name}
            aria-pressed={name === chosen}
            onClick={() => onChoose(name === chosen ? null : name)}
            className={cx(
              "inline-flex size-8 items-center justify-center rounded-md border",
              name === chosen
                ? "border-accent bg-accent-soft text-accent"
                : "border-line text-muted hover:bg-hover hover:text-text",
            )}
          >
            <SensorIcon name={name} size={16} />
          </button>
        ))}
      </div>
    </fieldset>
  );
}
