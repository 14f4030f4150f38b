import { apiPrefix } from "@weir/protocol/contracts";
import type { DeviceRequest } from "../../bus/device-request.ts";
import { actionsOf, auditOfMany } from "../../control/audit/audited-action.ts";
import type { Control, ControlTransaction } from "../../control/control.ts";
import { insertSampleItems, type SampleItem, sampleItemsOf } from "../../control/sample/sample-items.ts";
import { SensorLookup } from "../../control/sensors/sensor-lookup.ts";
import { alertRules } from "../alerts/alert-rules.ts";
import { boards } from "../boards/boards.ts";
import { type Changed, commitChange } from "../core/commit-change.ts";
import type { ImportSink } from "../core/import-sink.ts";
import { type Result, refuse, succeed } from "../core/manage-error.ts";
import { removeDevice } from "../devices/devices.ts";
import { addDeviceGroup } from "../devices/groups/device-groups.ts";
import { removeDeviceGroup } from "../devices/groups/device-groups-edit.ts";
import { type CreatedDevice, insertDevice } from "../devices/insert-device.ts";
import { sampleBoard, sampleBoardName } from "./sample-board.ts";
import { type SampleDevice, sampleFleet, sampleGroup, sampleIntervalS } from "./sample-fleet.ts";
import { readingsOfWeek } from "./sample-readings.ts";

interface CreatedSample extends CreatedDevice {
  readonly device: SampleDevice;
}

interface SampleParts {
  readonly control: Control;
  /** Where the readings of the past go. */
  readonly sink: ImportSink;
  readonly send: (request: DeviceRequest) => Promise<unknown>;
}

/** How old the readings are that alert rules judge. Older ones are saved as they are. */
const judgedMs = 2 * 24 * 3_600_000;

/**
 * Creates the sample fleet in one transaction, then saves its readings. If they cannot be saved, all of it is removed
 * again, and the error is thrown.
 */
export async function loadSampleData(
  { control, sink, send }: SampleParts,
  accountId: number,
): Promise<Result<null>> {
  const nowMs = Math.floor(control.nowUs() / 1000);
  const created = await commitChange(control, (tx) =>
    insertSample(control, tx, accountId, sampleFleet(nowMs)),
  );
  if (!created.ok) return created;
  try {
    await addAlertRules(control, accountId, created.value);
    await saveReadings(control, sink, { accountId, created: created.value, nowMs });
  } catch (error) {
    await removeSampleData(control, accountId);
    throw error;
  }
  await connect(created.value, nowMs, send);
  return succeed(null);
}

/** Removes what still exists of the sample data. Its stored readings are purged later, with those of other deleted sensors. */
export async function removeSampleData(control: Control, accountId: number): Promise<Result<null>> {
  const { deviceUuids, boardUuids, groupNames, loadedAt } = await sampleItemsOf(control.db, accountId);
  if (loadedAt === null) return refuse("no_sample_data", "The account has no sample data.");
  for (const uuid of boardUuids) await boards.operations.remove(control, editorOf(accountId), uuid, null);
  for (const uuid of deviceUuids) await removeDevice(control, uuid);
  // People may have put devices of their own into the group.
  for (const group of groupNames) await removeDeviceGroup(control, { accountId, group, force: true }, null);
  return succeed(null);
}

async function insertSample(
  control: Control,
  tx: ControlTransaction,
  accountId: number,
  fleet: readonly SampleDevice[],
): Promise<Result<Changed<CreatedSample[]>>> {
  const { loadedAt } = await sampleItemsOf(tx, accountId);
  if (loadedAt !== null)
    return refuse("sample_data_loaded", "The account already has sample data. Remove it first.");
  const expectation = { expectedIntervalS: sampleIntervalS, silenceAlarm: "off" } as const;
  const group = await addDeviceGroup(control, tx, { accountId, name: sampleGroup, ...expectation });
  if (!group.ok) return group;
  const items: SampleItem[] = [{ group_id: group.value.value.id }];
  const parts: Pick<Changed<unknown>, "audit" | "changes">[] = [group.value];
  const created: CreatedSample[] = [];
  for (const device of fleet) {
    const { name, notes, tags, attributes, location, sensors, ownIntervalS } = device;
    const inserted = await insertDevice(control, tx, {
      accountId,
      name,
      notes,
      tags,
      attributes,
      location,
      sensors,
      group: sampleGroup,
      contract: "queued",
      handling: "strict",
      ...(ownIntervalS === undefined ? {} : { expectedIntervalS: ownIntervalS, silenceAlarm: "warning" }),
    });
    if (!inserted.ok) return inserted;
    created.push({ device, ...inserted.value.value });
    parts.push(inserted.value);
    for (const change of inserted.value.changes) {
      if (change.kind === "device") items.push({ device_id: change.deviceId });
    }
  }
  const uuidOf = (start: string) => created.find(({ device }) => device.name.startsWith(start))!.uuid;
  const fields = { name: sampleBoardName, definition: sampleBoard(uuidOf) };
  const board = await boards.operations.add(control, tx, editorOf(accountId), fields);
  if (!board.ok) return board;
  parts.push(board.value);
  await insertSampleItems(tx, accountId, [...items, { board_id: board.value.value.id }], control.nowUs());
  return succeed({
    value: created,
    audit: auditOfMany(
      parts.flatMap(({ audit }) => actionsOf(audit)),
      "its parts enter what they made",
    ),
    changes: parts.flatMap(({ changes }) => changes),
  });
}

/** Each device sends its newest reading, so that its status and its clock are known. Nothing is sent after that. */
async function connect(
  created: readonly CreatedSample[],
  nowMs: number,
  send: SampleParts["send"],
): Promise<void> {
  for (const { device, uuid } of created) {
    const { sensors, clockAheadMs } = device;
    const { slug, curve, decimals } = sensors[0]!;
    const body = JSON.stringify({ data: { value: Number(curve(nowMs).toFixed(decimals)) } });
    const target = `${apiPrefix}/devices/${uuid}/sensors/${slug}/readings`;
    const clock = clockAheadMs === undefined ? {} : { clockMs: nowMs + clockAheadMs(nowMs) };
    await send({ target, body, ...clock });
  }
}

/** The rules end with the sensors that they are about. */
async function addAlertRules(
  control: Control,
  accountId: number,
  created: readonly CreatedSample[],
): Promise<void> {
  for (const { device, sensors } of created) {
    if (device.warmest === undefined) continue;
    const sensor = sensors.find(({ slug }) => slug === "temperature")!.uuid;
    await alertRules.operations.create(control, editorOf(accountId), {
      name: `${device.name} is too warm`,
      severity: "critical",
      text: "{{device.name}} has {{value}} {{sensor.unit}}.",
      target: { kind: "sensor", sensor },
      condition: { kind: "above", limit: device.warmest, hysteresis: 1, for_readings: 1, for_seconds: 1800 },
    });
  }
}

interface LoadedSample {
  readonly accountId: number;
  readonly created: readonly CreatedSample[];
  readonly nowMs: number;
}

async function saveReadings(
  control: Control,
  sink: ImportSink,
  { accountId, created, nowMs }: LoadedSample,
): Promise<void> {
  const lookup = new SensorLookup(control, accountId);
  for (const { device, uuid } of created) {
    const found = await Promise.all(device.sensors.map(({ slug }) => lookup.find(uuid, slug)));
    const sensors = found.filter((sensor) => typeof sensor !== "string");
    // Somebody may have deleted the device already.
    if (sensors.length < found.length) continue;
    const sensorIds = sensors.map(({ sensorId }) => sensorId);
    const loaded = { device, deviceId: sensors[0]!.deviceId, sensorIds };
    const fromMs = device.warmest === undefined ? 0 : judgedMs;
    await sink.take("store", readingsOfWeek(loaded, nowMs, { fromMs }));
    if (fromMs > 0) await sink.take("chain", readingsOfWeek(loaded, nowMs, { beforeMs: fromMs }));
  }
}

/** Whoever loads sample data may change all boards and alert rules of the account. */
function editorOf(accountId: number) {
  return { accountId, userId: null, role: "editor" } as const;
}
