/** A sensor with its device, as far as their names go. */
interface NamedSource {
  readonly device: { readonly uuid: string; readonly name: string };
  readonly sensor: { readonly name: string };
}

/** What tells sensors apart: their own names, those of their devices, or both. */
export type Naming = "sensor" | "device" | "both";

export function namingOf(sources: readonly NamedSource[]): Naming {
  if (new Set(sources.map(({ device }) => device.uuid)).size < 2) return "sensor";
  return new Set(sources.map(({ sensor }) => sensor.name)).size < 2 ? "device" : "both";
}

export function sourceName(naming: Naming, { device, sensor }: NamedSource): string {
  switch (naming) {
    case "sensor":
      return sensor.name;
    case "device":
      return device.name;
    case "both":
      return `${sensor.name} (${device.name})`;
  }
}
