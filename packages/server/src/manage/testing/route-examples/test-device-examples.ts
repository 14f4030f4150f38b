import { randomUUID } from "node:crypto";
import { unwrap } from "@weir/protocol/result";
import { deviceByUuid } from "../../../control/devices/device-ids.ts";
import { writePicture } from "../../../control/devices/device-pictures.ts";
import { rejectedOf, TestRequests } from "../../../web/testing/test-requests.ts";
import { deviceFilters } from "../../devices/filters/device-filters.ts";
import { createDeviceGroup } from "../../devices/groups/device-groups.ts";
import { sensorTypes } from "../../sensors/sensor-types.ts";
import { newDevice } from "../../test-control.ts";
import { createNextDevices } from "../../transfer/device-imports/create-next-devices.ts";
import { createDeviceImport } from "../../transfer/device-imports/device-imports.ts";
import { createImport } from "../../transfer/imports/imports.ts";
import type { AuditScene } from "../test-audit-scene.ts";
import { smallestPicture } from "../test-picture.ts";
import { of, type RouteExample } from "./test-route-example.ts";

const picture = { mediaType: "image/webp", bytes: smallestPicture } as const;

const quarantined: RouteExample = ({ records, plant }) => {
  const { accountId, deviceId } = plant;
  new TestRequests(records.scene.store).rejected(rejectedOf({ accountId, deviceId }));
  return { body: { device: plant.deviceUuid } };
};

const openImport = async ({ control, plant }: AuditScene) => {
  const fixed = { device: plant.deviceUuid, sensor: "humidity" };
  const wanted = { accountId: plant.accountId, format: "ndjson", mode: "store", ...fixed } as const;
  return of({ import: unwrap(await createImport(control, wanted)).uuid });
};

const deviceFile = new TextEncoder().encode("name,sensors\nPump,flow\n");

const openDeviceImport = async ({ control, plant: { accountId } }: AuditScene) => ({
  import: unwrap(await createDeviceImport(control, { accountId, file: deviceFile })).uuid,
});

const group = async ({ control, plant }: AuditScene) => {
  unwrap(await createDeviceGroup(control, { accountId: plant.accountId, name: "Hall" }));
  return of({ group: "Hall" });
};

const sensorType = async ({ control, plant: { accountId } }: AuditScene) => {
  const editor = { accountId, userId: null, role: "owner" } as const;
  // No two of an account have the same name.
  const wanted = { name: `Depth ${randomUUID()}`, unit: "m" };
  return of({ type: unwrap(await sensorTypes.operations.create(control, editor, wanted)).uuid });
};

/** Devices, their sensors and readings, and imports. */
export const deviceExamples: Readonly<Record<string, RouteExample>> = {
  replaceDevicePicture: ({ plant }) => ({
    ...of({ device: plant.deviceUuid }),
    bytes: picture.bytes,
    headers: { "content-type": "application/octet-stream" },
  }),
  deleteDevicePicture: async ({ control, plant: { deviceUuid: device } }) => {
    const { id, accountId } = (await deviceByUuid(control.db, device))!;
    await control.transact((tx) => writePicture(tx, { id, accountId }, picture, 1));
    return of({ device });
  },
  createDeviceFilter: () => ({ body: { name: "Pumps", parameters: { q: "pump" } } }),
  deleteDeviceFilter: async ({ control, plant: { accountId } }) => {
    const editor = { accountId, userId: null, role: "owner" } as const;
    const wanted = { owner: "account", name: "Pumps", parameters: { q: "pump" } } as const;
    return of({ filter: unwrap(await deviceFilters.operations.create(control, editor, wanted)).uuid });
  },
  createDeviceGroup: () => ({ body: { name: "Hall" } }),
  updateDeviceGroup: async (scene) => ({ ...(await group(scene)), body: { name: "Cellar" } }),
  deleteDeviceGroup: group,
  createDevice: ({ plant }) => {
    const { accountId: _, contract, handling, ...device } = newDevice(plant.accountId);
    return { body: device };
  },
  updateDevice: ({ plant }) => of({ device: plant.deviceUuid }, { name: "Furnace" }),
  deleteDevice: ({ plant }) => of({ device: plant.deviceUuid }),
  duplicateDevice: ({ plant }) => of({ device: plant.deviceUuid }, {}),
  updateManyDevices: ({ plant }) => ({ body: { devices: [plant.deviceUuid], enabled: false } }),
  deleteManyDevices: ({ plant }) => ({ body: { devices: [plant.deviceUuid] } }),
  createDeviceImport: () => ({ bytes: deviceFile, headers: { "content-type": "application/octet-stream" } }),
  continueDeviceImport: async (scene) => of(await openDeviceImport(scene), { offset: 0 }),
  finishDeviceImport: async (scene) => {
    const params = await openDeviceImport(scene);
    const step = { uuid: params.import, offset: 0, contract: "queued" } as const;
    unwrap(await createNextDevices(scene.control, step));
    return of(params);
  },
  cancelDeviceImport: async (scene) => of(await openDeviceImport(scene)),
  createImport: () => ({ body: { format: "csv", mode: "store" } }),
  finishImport: openImport,
  cancelImport: openImport,
  resubmitQuarantined: quarantined,
  discardQuarantined: quarantined,
  deleteReadingsAt: ({ plant }) =>
    of({ device: plant.deviceUuid, sensor: "temperature" }, { times: ["2026-01-01"] }),
  deleteReadings: ({ plant }) => ({
    ...of({ device: plant.deviceUuid, sensor: "temperature" }),
    query: { from: "2026-01-01", to: "2026-01-02" },
  }),
  updateAccountExpectation: () => ({ body: { expected_interval_s: 300 } }),
  setAccountRetention: () => ({ body: { days: 30 } }),
  setSensorRetention: ({ plant }) => of({ device: plant.deviceUuid, sensor: "humidity" }, { days: 30 }),
  addSensor: ({ plant }) => of({ device: plant.deviceUuid }, { slug: "flow" }),
  updateSensor: ({ plant }) => of({ device: plant.deviceUuid, sensor: "humidity" }, { name: "Damp" }),
  removeSensor: ({ plant }) => of({ device: plant.deviceUuid, sensor: "humidity" }),
  createSensorType: () => ({ body: { name: "Depth" } }),
  updateSensorType: async (scene) => ({ ...(await sensorType(scene)), body: { unit: "cm" } }),
  deleteSensorType: sensorType,
  sendTestReading: ({ plant }) => of({ device: plant.deviceUuid }, { sensor: "temperature", value: 21.5 }),
  regenerateToken: ({ plant }) => of({ device: plant.deviceUuid }, {}),
};
