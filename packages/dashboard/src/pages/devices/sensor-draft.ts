import { shortNameShape } from "@weir/protocol/short-name-shape";
import { slugOf } from "../../format/slug.ts";

/** A row of the form, as it was typed. */
export interface SensorDraft {
  /** Identifies the row while rows are added and removed. */
  readonly key: number;
  readonly name: string;
  /** Null while it follows the name. */
  readonly ownSlug: string | null;
  readonly type: string;
  readonly unit: string;
}

export function emptySensor(key: number): SensorDraft {
  return { key, name: "", ownSlug: null, type: "", unit: "" };
}

export function slugOfDraft({ ownSlug, name }: SensorDraft): string {
  return ownSlug ?? slugOf(name);
}

/** Rows without any text are ignored. */
export function isMeant(sensor: SensorDraft): boolean {
  const { name, ownSlug, type, unit } = sensor;
  return [name, ownSlug ?? "", type, unit].some((text) => text.trim() !== "");
}

/** Problems with slugs, by the key of the row. */
export function slugProblems(sensors: readonly SensorDraft[]): ReadonlyMap<number, string> {
  const problems = new Map<number, string>();
  const taken = new Set<string>();
  for (const sensor of sensors.filter(isMeant)) {
    const slug = slugOfDraft(sensor);
    if (slug === "") problems.set(sensor.key, "Enter a name or a slug.");
    else if (!shortNameShape.test(slug))
      problems.set(sensor.key, "A slug has 1 to 64 letters A to Z, digits, “-” or “_”.");
    else if (taken.has(slug)) problems.set(sensor.key, `Another sensor already has the slug “${slug}”.`);
    taken.add(slug);
  }
  return problems;
}

/** The sensor as the API takes it. */
export function toNewSensor(sensor: SensorDraft) {
  const slug = slugOfDraft(sensor);
  const [name, type, unit] = [sensor.name.trim(), sensor.type.trim(), sensor.unit.trim()];
  return {
    slug,
    ...(name === "" ? {} : { name }),
    ...(type === "" ? {} : { type }),
    ...(unit === "" ? {} : { unit }),
  };
}
