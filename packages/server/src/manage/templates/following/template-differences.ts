import type {
  TemplateDefinition,
  TemplateSensor,
  TemplateSettings,
} from "../../../control/templates/template-definition.ts";

/** A device as its template sees it: the same form, with all sensors it has. */
export interface ComparedDevice {
  readonly settings: TemplateSettings;
  readonly sensors: readonly TemplateSensor[];
}

type Setting = keyof TemplateSettings;
type SensorSetting = Exclude<keyof TemplateSensor, "slug">;
type Value = string | number | null;

/** One way in which a device is not as its template says. */
export type TemplateDifference =
  | { readonly kind: "setting"; readonly field: Setting; readonly device: Value; readonly template: Value }
  | {
      readonly kind: "sensor_setting";
      readonly sensor: string;
      readonly field: SensorSetting;
      readonly device: Value;
      readonly template: Value;
    }
  /** The template has a sensor that the device lacks. */
  | { readonly kind: "missing_sensor"; readonly sensor: string }
  /** The device has a sensor that the template lacks. Nothing removes it, because its readings would go with it. */
  | { readonly kind: "extra_sensor"; readonly sensor: string };

const settings = ["chain", "contract", "handling", "expected_interval_s", "silence_alarm"] as const;
const sensorSettings = ["name", "type", "unit", "chain", "retention_days"] as const;

/** Settings first, then sensors in the order of the template, then those that only the device has. */
export function differencesOf(device: ComparedDevice, template: TemplateDefinition): TemplateDifference[] {
  const own = bySlug(device.sensors);
  const wanted = bySlug(template.sensors);
  return [
    ...settings.flatMap((field) => differenceIn(field, device.settings, template)),
    ...template.sensors.flatMap((sensor) => {
      const present = own.get(sensor.slug);
      if (present === undefined) return [{ kind: "missing_sensor", sensor: sensor.slug } as const];
      return sensorSettings.flatMap((field) => sensorDifferenceIn(field, present, sensor));
    }),
    ...device.sensors
      .filter(({ slug }) => !wanted.has(slug))
      .map(({ slug }) => ({ kind: "extra_sensor", sensor: slug }) as const),
  ];
}

/**
 * The differences that a device which follows its template gets rid of. `base` is the version of the template that the device has:
 * what differs from it was changed by hand, and stays.
 */
export function differencesToFollow(
  device: ComparedDevice,
  base: TemplateDefinition,
  template: TemplateDefinition,
): TemplateDifference[] {
  const before = bySlug(base.sensors);
  return differencesOf(device, template).filter((difference) => isOfTemplate(difference, base, before));
}

/** Whether the device has what the earlier version of its template says. */
function isOfTemplate(
  difference: TemplateDifference,
  base: TemplateDefinition,
  before: ReadonlyMap<string, TemplateSensor>,
): boolean {
  switch (difference.kind) {
    case "setting":
      // A template without a contract left it to the device, so the device has not departed from it.
      if (difference.field === "contract" && base.contract === null) return true;
      return base[difference.field] === difference.device;
    case "sensor_setting":
      return before.get(difference.sensor)?.[difference.field] === difference.device;
    case "missing_sensor":
      return !before.has(difference.sensor);
    case "extra_sensor":
      return false;
  }
}

function differenceIn(
  field: Setting,
  device: TemplateSettings,
  template: TemplateSettings,
): TemplateDifference[] {
  const isLeftToDevice = field === "contract" && template.contract === null;
  if (isLeftToDevice || device[field] === template[field]) return [];
  return [{ kind: "setting", field, device: device[field], template: template[field] }];
}

function sensorDifferenceIn(
  field: SensorSetting,
  device: TemplateSensor,
  template: TemplateSensor,
): TemplateDifference[] {
  if (device[field] === template[field]) return [];
  const values = { device: device[field], template: template[field] };
  return [{ kind: "sensor_setting", sensor: template.slug, field, ...values }];
}

function bySlug(sensors: readonly TemplateSensor[]): ReadonlyMap<string, TemplateSensor> {
  return new Map(sensors.map((sensor) => [sensor.slug, sensor]));
}
