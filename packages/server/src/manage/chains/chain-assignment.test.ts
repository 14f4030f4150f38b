import { afterAll, expect, test } from "bun:test";
import { type ControlReader, withinAccount } from "../../control/control.ts";
import { getDevice } from "../core/find-device.ts";
import { createDevice } from "../devices/devices.ts";
import { createDeviceGroup } from "../devices/groups/device-groups.ts";
import {
  chainsBySensor,
  closeTestControls,
  codeOf,
  makeAccount,
  newDevice,
  openTestControl,
  unwrap,
} from "../test-control.ts";
import { assignChain, chainApplying, unassignChain } from "./chain-assignment.ts";
import { createChain } from "./chains.ts";
import { makePublishedChain } from "./test-chains.ts";

afterAll(closeTestControls);

async function openWithDevice() {
  const opened = openTestControl();
  const account = await makeAccount(opened.control);
  unwrap(await createDeviceGroup(opened.control, { accountId: account.id, name: "Roof" }));
  const created = unwrap(await createDevice(opened.control, newDevice(account.id, { group: "Roof" })));
  const device = unwrap(await getDevice(opened.control, created.uuid));
  return { ...opened, account, device };
}

function chainOfSensor(control: ControlReader, device: string, sensor: string) {
  return chainApplying(control, { kind: "sensor", device, sensor });
}

test("applies the nearest chain, and the next one after that is removed", async () => {
  const { control, account, device } = await openWithDevice();
  const applies = async () => {
    const { name, through } = unwrap(await chainOfSensor(control, device.uuid, "temperature"));
    return `${name} through ${through}`;
  };
  expect(await applies()).toBe("Default through default");
  const targets = [
    { kind: "default" },
    { kind: "group", group: "Roof", accountId: account.id },
    { kind: "device", device: device.uuid },
    { kind: "sensor", device: device.uuid, sensor: "temperature" },
  ] as const;
  for (const target of targets) {
    const { id } = await makePublishedChain(control, account.id, `Of ${target.kind}`);
    const assigned = unwrap(await assignChain(control, `Of ${target.kind}`, target));
    expect(assigned).toMatchObject({ name: `Of ${target.kind}`, through: target.kind });
    expect(await applies()).toBe(`Of ${target.kind} through ${target.kind}`);
    expect((await chainsBySensor(control)).get(device.sensors[0]!.id)).toBe(id);
  }
  expect(unwrap(await chainOfSensor(control, device.uuid, "humidity")).through).toBe("device");
  const fallBacks = [];
  for (const target of targets.slice(1).reverse()) {
    if (target.kind === "default") continue;
    fallBacks.push(unwrap(await unassignChain(control, target)).through);
    expect(await applies()).toBe(`Of ${fallBacks.at(-1)} through ${fallBacks.at(-1)}`);
  }
  expect(fallBacks).toEqual(["device", "group", "default"]);
});

test("uses the account's default for a device without a group", async () => {
  const { control, account } = await openWithDevice();
  const { uuid } = unwrap(await createDevice(control, newDevice(account.id)));
  const fallBack = unwrap(await unassignChain(control, { kind: "device", device: uuid }));
  expect(fallBack).toMatchObject({ name: "Default", through: "default" });
});

test("accepts a sensor by its slug or its UUID", async () => {
  const { control, account, device } = await openWithDevice();
  await makePublishedChain(control, account.id, "Cold");
  const [first, second] = device.sensors;
  unwrap(await assignChain(control, "Cold", { kind: "sensor", device: device.uuid, sensor: first!.uuid }));
  expect(unwrap(await chainOfSensor(control, device.uuid, first!.slug)).name).toBe("Cold");
  expect(unwrap(await chainOfSensor(control, device.uuid, second!.uuid)).name).toBe("Default");
});

test("announces exactly what has changed", async () => {
  const { control, announced, account, device } = await openWithDevice();
  await makePublishedChain(control, account.id, "Cold");
  announced.length = 0;
  unwrap(await assignChain(control, "Cold", { kind: "sensor", device: device.uuid, sensor: "humidity" }));
  unwrap(await assignChain(control, "Cold", { kind: "device", device: device.uuid }));
  unwrap(await assignChain(control, "Cold", { kind: "group", group: "Roof" }));
  unwrap(await assignChain(control, "Cold", { kind: "default" }));
  unwrap(await unassignChain(control, { kind: "device", device: device.uuid }));
  expect(announced).toEqual([
    { kind: "device", deviceId: device.id },
    { kind: "device", deviceId: device.id },
    { kind: "account", accountId: account.id },
    { kind: "account", accountId: account.id },
    { kind: "device", deviceId: device.id },
  ]);
});

test("refuses to assign unknown chains, and to unknown targets", async () => {
  const { control, account, device } = await openWithDevice();
  unwrap(await createChain(control, { accountId: account.id, name: "Draft" }));
  const onDevice = { kind: "device", device: device.uuid } as const;
  expect(codeOf(await assignChain(control, "Draft", onDevice))).toBe("chain_unpublished");
  expect(codeOf(await assignChain(control, "Nope", onDevice))).toBe("unknown_chain");
  const assign = async (target: Parameters<typeof assignChain>[2]) =>
    codeOf(await assignChain(control, "Default", target));
  expect(await assign({ kind: "device", device: "x" })).toBe("unknown_device");
  expect(await assign({ kind: "group", group: "x" })).toBe("unknown_group");
  expect(await assign({ kind: "sensor", device: device.uuid, sensor: "x" })).toBe("unknown_sensor");
  expect(codeOf(await chainOfSensor(control, device.uuid, "x"))).toBe("unknown_sensor");
  const elsewhere = { kind: "group", group: "Roof", accountId: 99 } as const;
  expect(codeOf(await unassignChain(control, elsewhere))).toBe("unknown_account");
});

test("assigns a chain only within its own account", async () => {
  const { control, device } = await openWithDevice();
  const office = await makeAccount(control, "Office");
  const foreign = await makePublishedChain(control, office.id, "Foreign");
  unwrap(await createDeviceGroup(control, { accountId: office.id, name: "Cellar" }));
  const assign = async (target: Parameters<typeof assignChain>[2]) =>
    codeOf(await assignChain(control, foreign.uuid, target));
  expect(await assign({ kind: "device", device: device.uuid })).toBe("unknown_device");
  expect(await assign({ kind: "sensor", device: device.uuid, sensor: "humidity" })).toBe("unknown_device");
  expect(await assign({ kind: "group", group: "Roof" })).toBe("unknown_group");
  expect(await assign({ kind: "group", group: "Cellar" })).toBe("ok");
});

test("assigns, unassigns and shows nothing of another account", async () => {
  const { control, account, device } = await openWithDevice();
  const { uuid } = await makePublishedChain(control, account.id, "Cold");
  const office = await makeAccount(control, "Office");
  const within = withinAccount(control, office.id);
  const onDevice = { kind: "device", device: device.uuid } as const;
  expect(codeOf(await assignChain(within, uuid, { kind: "default" }))).toBe("unknown_chain");
  expect(codeOf(await assignChain(within, "Default", onDevice))).toBe("unknown_device");
  expect(codeOf(await unassignChain(within, onDevice))).toBe("unknown_device");
  const group = { kind: "group", group: "Roof", accountId: account.id } as const;
  expect(codeOf(await unassignChain(within, group))).toBe("unknown_account");
  expect(codeOf(await chainOfSensor(within, device.uuid, "humidity"))).toBe("unknown_device");
});
