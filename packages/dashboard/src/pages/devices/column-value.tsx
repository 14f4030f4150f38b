import { Value } from "../../ui/value.tsx";
import { useSensorLooks } from "../device/sensor-looks.ts";
import type { ColumnValues } from "./use-column-values.ts";

/** The latest value of a sensor. A device that has no such sensor, or none yet, has a dash. */
export function ColumnValue({
  values,
  slug,
}: {
  readonly values: ColumnValues | undefined;
  readonly slug: string;
}) {
  const lookOf = useSensorLooks();
  const sensor = values?.get(slug);
  if (sensor?.latest == null) return <span className="text-faint">–</span>;
  return <Value value={sensor.latest.value} unit={sensor.unit} states={lookOf(sensor).states} />;
}

/** The latest values of a device in a line, for phones. */
export function ValueLine({
  values,
  slugs,
}: {
  readonly values: ColumnValues | undefined;
  readonly slugs: readonly string[];
}) {
  return (
    <div className="flex h-5 shrink-0 items-center gap-3 overflow-hidden">
      {slugs.map((slug) => (
        <span key={slug} className="truncate">
          <span className="text-muted">{values?.get(slug)?.name ?? slug}</span>{" "}
          <ColumnValue values={values} slug={slug} />
        </span>
      ))}
    </div>
  );
}
