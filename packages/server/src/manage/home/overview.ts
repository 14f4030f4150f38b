import { type DeviceStatus, severities } from "@weir/protocol/closed-sets";
import type { BoardDefinition } from "@weir/protocol/manage/board-forms";
import type { BoardTile, TileSource } from "@weir/protocol/manage/board-tile-forms";
import { nameOrder } from "../../control/name-order.ts";

/** From how many devices the overview chooses: those that connected last. */
export const overviewCandidatesMax = 50;
const devicesMax = 8;
const valuesMax = 8;
/** A sensor that many devices have leaves room for others. */
const valuesOfSensorMax = 4;
/** Charts with more units or lines are hard to read. */
const chartLinesMax = 6;
const chartUnitsMax = 2;
const alarmsMax = 10;
/** Interesting only when they are bad, and then there is an alarm. */
const backgroundSensors = /batt|rssi|signal|snr/i;

interface OverviewDevice {
  readonly uuid: string;
  readonly name: string;
  readonly status: DeviceStatus;
}

interface OverviewSensor {
  /** UUID of its device. */
  readonly device: string;
  readonly slug: string;
  readonly unit: string | null;
}

/**
 * Chooses the devices of the overview, those that are online first. They are in the order of their names, because the order of
 * connections changes with every request, and tiles should be where they were yesterday.
 */
export function overviewDevices<Device extends OverviewDevice>(candidates: readonly Device[]): Device[] {
  const isSilent = ({ status }: Device) => Number(status !== "online");
  const byName = (a: Device, b: Device) => (nameOrder(a.name) < nameOrder(b.name) ? -1 : 1);
  return candidates.toSorted((a, b) => isSilent(a) - isSilent(b) || byName(a, b)).slice(0, devicesMax);
}

/**
 * A board of what the account has: the values of the most common sensors of these devices, the states of all devices, and a
 * chart. `sensors` belong to the devices.
 */
export function overviewOf(
  devices: readonly Pick<OverviewDevice, "uuid">[],
  sensors: readonly OverviewSensor[],
): BoardDefinition {
  const ranks = new Map(devices.map(({ uuid }, rank) => [uuid, rank]));
  const byDevice = sensors.toSorted((a, b) => ranks.get(a.device)! - ranks.get(b.device)!);
  const common = [...Map.groupBy(byDevice, ({ slug }) => slug).values()].toSorted(
    (a, b) => Number(isBackground(a)) - Number(isBackground(b)) || b.length - a.length,
  );
  const values = shownValues(common);
  const lines = chartLines(common);
  if (lines.length === 0) return board([statusTile({ x: 0, y: 0, width: 12, height: 2 })]);
  const width = [1, 2, 3, 5, 6].includes(values.length) ? 4 : 3;
  const inRow = 12 / width;
  const tiles = values.map((sensor, nth): BoardTile => {
    const place = { x: (nth % inRow) * width, y: Math.floor(nth / inRow) * 2, width, height: 2 };
    return {
      id: `value-${nth + 1}`,
      title: "",
      kind: "value",
      place,
      settings: { source: sourceOf(sensor) },
    };
  });
  const rows = Math.ceil(values.length / inRow) * 2;
  const used = (values.length % inRow) * width;
  // The states fill the last row of values. If it is full, they are beside the chart, with the alarms below.
  const isBeside = used === 0;
  const chart = { x: 0, y: rows, width: isBeside ? 8 : 12, height: 4 };
  if (!isBeside) {
    const status = { x: used, y: rows - 2, width: 12 - used, height: 2 };
    return board([...tiles, statusTile(status), chartTile(chart, lines)]);
  }
  const status = { x: 8, y: rows, width: 4, height: 2 };
  return board([
    ...tiles,
    chartTile(chart, lines),
    statusTile(status),
    alarmsTile({ ...status, y: rows + 2 }),
  ]);
}

/** The sensors of a slug are shown on the same devices, or not at all, so that rows are complete. */
function shownValues(common: readonly (readonly OverviewSensor[])[]): readonly OverviewSensor[] {
  const most = common.length === 1 ? valuesMax : valuesOfSensorMax;
  const shown: OverviewSensor[] = [];
  for (const alike of common) {
    const some = alike.slice(0, most);
    if (shown.length + some.length > valuesMax) break;
    shown.push(...some);
  }
  return shown;
}

/** The most common sensor on several devices, or the first sensors of one. */
function chartLines(common: readonly (readonly OverviewSensor[])[]): readonly OverviewSensor[] {
  const [first = []] = common;
  if (first.length > 1) return first.slice(0, chartLinesMax);
  const lines: OverviewSensor[] = [];
  for (const [sensor] of common) {
    const units = new Set([...lines, sensor!].map(({ unit }) => unit));
    if (lines.length > 0 && isBackground([sensor!])) break;
    if (lines.length < chartLinesMax && units.size <= chartUnitsMax) lines.push(sensor!);
  }
  return lines;
}

function isBackground([sensor]: readonly OverviewSensor[]): boolean {
  return backgroundSensors.test(sensor!.slug);
}

function board(tiles: BoardTile[]): BoardDefinition {
  return { variable: null, span: "24h", tiles };
}

function chartTile(place: BoardTile["place"], lines: readonly OverviewSensor[]): BoardTile {
  const settings = { sources: lines.map(sourceOf), style: "lines", aggregation: "mean" } as const;
  return { id: "chart", title: "", kind: "chart", place, settings };
}

function statusTile(place: BoardTile["place"]): BoardTile {
  return {
    id: "status",
    title: "Devices",
    kind: "group_status",
    place,
    settings: { devices: { kind: "all" } },
  };
}

function alarmsTile(place: BoardTile["place"]): BoardTile {
  const settings = { severities: [...severities], max: alarmsMax };
  return { id: "alarms", title: "Active alarms", kind: "alarms", place, settings };
}

function sourceOf({ device, slug }: OverviewSensor): TileSource {
  return { device, sensor: slug };
}
