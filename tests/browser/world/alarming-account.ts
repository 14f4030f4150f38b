import { expect } from "bun:test";
import { waitUntil } from "../../harness/wait-until.ts";
import type { ManageSession } from "./manage-session.ts";
import { sendReadings } from "./world-traffic.ts";

/** A reading above this raises an alarm, and any other clears it. */
const alarmAbove = 30;

/** Saves every reading. Above 30 it raises a critical alarm, above 20 a warning; lower values clear them. */
const alarming = {
  nodes: [
    node("input", "input", {}),
    node("save", "save", {}),
    node("hot", "compare", { operator: ">", value: alarmAbove }),
    node("raise-hot", "raise-alarm", {
      name: "too hot",
      severity: "critical",
      message: "It is {{value}} °C in there",
    }),
    node("clear-hot", "clear-alarm", { name: "too hot" }),
    node("warm", "compare", { operator: ">", value: 20 }),
    node("raise-warm", "raise-alarm", { name: "warm", severity: "warning", message: "Rather warm" }),
    node("clear-warm", "clear-alarm", { name: "warm" }),
  ],
  wires: [
    wire("input", "out", "save"),
    wire("input", "out", "hot"),
    wire("hot", "true", "raise-hot"),
    wire("hot", "false", "clear-hot"),

    wire("hot", "false", "warm"),
    wire("warm", "true", "raise-warm"),
    wire("warm", "false", "clear-warm"),
  ],
};

function node(id: string, type: string, config: Readonly<Record<string, unknown>>) {
  return { id, type, version: 1, name: id, config, position: { x: 0, y: 0 } };
}

function wire(from: string, output: string, to: string) {
  return { from, output, to };
}

/** Makes this the chain of every device in the account. */
export async function raiseAlarmsIn(account: ManageSession): Promise<void> {
  const { items } = await account.do("GET", "./chains");
  const { uuid } = items.find(({ name }: { name: string }) => name === "Default");
  await account.do("PUT", `./chains/${uuid}/draft`, alarming);
  await account.do("POST", `./chains/${uuid}/publish`, { note: "" });
}

/** Clears every active alarm. */
export async function clearAlarms(account: ManageSession): Promise<void> {
  const { items } = await account.do("GET", "./alarms?state=active&limit=1000");
  for (const { id } of items) await account.do("POST", `./alarms/${id}/clear`);
}

export interface AlarmingDevice {
  readonly uuid: string;
  readonly send: (slug: string, value: number) => Promise<void>;
}

export async function addDevice(
  account: ManageSession,
  url: string,
  name: string,
  slugs: readonly string[],
): Promise<AlarmingDevice> {
  const sensors = slugs.map((slug) => ({ slug }));
  const { uuid, token } = await account.do("POST", "./devices", { name, sensors });
  const send = async (slug: string, value: number) => {
    // With its own time, because the same value again would be a duplicate.
    const data = { value, timestamp: new Date().toISOString() };
    const answer = await sendReadings(url, { uuid, token }, `/sensors/${slug}/readings`, { data });
    expect(answer.status).toBe(202);
    expect(await answer.json()).toMatchObject({ accepted: 1 });
  };
  return { uuid, send };
}

/** The sensors of devices that raise several alarms. */
export const probes = Array.from({ length: 8 }, (_, nth) => `probe-${nth}`);

export async function unacknowledgedAlarms(account: ManageSession): Promise<number[]> {
  const { items } = await account.do("GET", "./alarms?state=unacknowledged");
  return items.map(({ id }: { id: number }) => id);
}

/** Raises this many alarms, and waits until they are the only active ones, whatever other tests left behind. */
export async function raiseOnly(
  account: ManageSession,
  device: AlarmingDevice,
  count: number,
): Promise<void> {
  await clearAlarms(account);
  for (const slug of probes.slice(0, count)) await device.send(slug, 31);
  await waitUntil("they are raised", async () => (await unacknowledgedAlarms(account)).length === count);
}
