import type { CallAnswer } from "../../api/route-types.ts";
import type { SensorLook } from "../../format/sensor-look.ts";
import { type SensorReference, writeSensors } from "./chart-search.ts";
import { linesMax, unitsMax, unitsOf } from "./plot-line.ts";

type Sensor = CallAnswer<"listSensors">["items"][number];
type Device = CallAnswer<"showDevice">;

/** A sensor that can be shown, with the device that tells it apart from sensors of the same name. */
export interface ChartSensor {
  readonly uuid: string;
  readonly slug: string;
  readonly name: string;
  readonly unit: string;
  /** Decimals of the shown values; null shows all that a value has. */
  readonly decimals: number | null;
  /** Null for the device whose page this is. */
  readonly device: { readonly uuid: string; readonly name: string } | null;
  readonly latest: Sensor["latest"];
  /** The time of its first reading. */
  readonly firstAt: Sensor["first_at"];
  readonly type: string | null;
  /** The values that have names. */
  readonly states: SensorLook["states"];
  /** The name of its device's group. */
  readonly group: string | null;
  /** The name of the template that its device follows. */
  readonly template: string | null;
}

/** What is known of a sensor that can be chosen. */
export type OfferedSensor = Pick<ChartSensor, "uuid" | "slug" | "name" | "unit" | "device"> &
  Partial<Pick<ChartSensor, "latest">>;

/** What a device belongs to, besides itself, that alert rules can name. */
interface AlertScope {
  readonly group: string | null;
  readonly template: string | null;
}

/** The rules of a template apply only to devices that follow it. */
export function alertScopeOf({
  group,
  template,
  follows_template: isFollowing,
}: Pick<Device, "group" | "template" | "follows_template">): AlertScope {
  return { group, template: isFollowing ? (template?.name ?? null) : null };
}

/** A sensor of the chart, and its place among those that the link names. Missing ones keep their places. */
export interface ChosenSensor extends ChartSensor {
  readonly place: number;
}

/** As many as fit into one answer. Nobody chooses from a longer list. */
export const sensorsMax = 1000;

export function chartSensor(
  sensor: Omit<Sensor, "applicable_chain">,
  device: ChartSensor["device"],
  { unit, decimals, states }: SensorLook,
  scope: AlertScope = { group: null, template: null },
): ChartSensor {
  const { uuid, slug, name, type, latest, first_at: firstAt } = sensor;
  return { uuid, slug, name, unit: unit ?? "", decimals, device, latest, firstAt, type, states, ...scope };
}

/** Another device that a link names, and its sensors. */
export interface ForeignDevice {
  readonly name: string;
  readonly sensors: readonly ChartSensor[];
}

/**
 * The sensors that the link names, in its order. Without a link, the first sensors with data, in at most two
 * units.
 */
export function chosenSensors(
  own: readonly ChartSensor[],
  foreign: readonly ChartSensor[],
  references: readonly SensorReference[] | null,
): readonly ChosenSensor[] {
  if (references === null) return usualSensors(own).map((sensor, place) => ({ ...sensor, place }));
  const known = [...own, ...foreign];
  const named = references.flatMap((reference, place) => {
    const found = known.find((sensor) => isNamed(sensor, reference));
    return found === undefined ? [] : [{ ...found, place }];
  });
  return withRoom(named, linesMax, unitsMax);
}

const usualMax = 3;
const usualUnitsMax = 2;

function usualSensors(own: readonly ChartSensor[]): readonly ChartSensor[] {
  const withData = own.filter(({ latest }) => latest !== null);
  return withRoom(withData.length > 0 ? withData : own, usualMax, usualUnitsMax);
}

/** The units of axes that these sensors would need if none were a strip. */
export function unitsOfSensors(sensors: readonly Pick<ChartSensor, "unit">[]): readonly string[] {
  return unitsOf(sensors.map(({ unit }) => ({ unit })));
}

function withRoom<Sensor extends ChartSensor>(
  sensors: readonly Sensor[],
  most: number,
  mostUnits: number,
): Sensor[] {
  const taken: Sensor[] = [];
  for (const sensor of sensors) {
    if (taken.length < most && unitsOfSensors([...taken, sensor]).length <= mostUnits) taken.push(sensor);
  }
  return taken;
}

export function referenceTo({ device, slug }: Pick<ChartSensor, "device" | "slug">): SensorReference {
  return { device: device?.uuid ?? null, slug };
}

/** How links name a sensor. Charts that were saved with the API may name it by UUID instead of its slug. */
export function linkNamesOf({ device, slug, uuid }: ChartSensor): readonly string[] {
  return [slug, uuid].map((name) => writeSensors([{ device: device?.uuid ?? null, slug: name }]));
}

export function isNamed(sensor: ChartSensor, reference: SensorReference): boolean {
  return linkNamesOf(sensor).includes(writeSensors([reference]));
}
