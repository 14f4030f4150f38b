import { expect, setDefaultTimeout, test } from "bun:test";
import { weir as runWeir } from "../cli/weir-command.ts";
import { postReadings } from "../harness/post-readings.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { LiveSocket } from "./live-socket.ts";
import { serveAccountHere } from "./serve-owner.ts";

// Starts a server and commands, which takes a while on a busy machine.
setDefaultTimeout(60_000);

const node = (id: string, type: string, config: object = {}) => ({
  id,
  type,
  config,
  version: 1,
  name: id,
  position: { x: 0, y: 0 },
});

test("updates open pages at once when a person changes alarms on a page or by a command, once for each alarm", async () => {
  const { owner, weir } = await serveAccountHere();
  const made = await owner.call("POST", "./api-keys", {
    name: "Page",
    scopes: ["readings:read", "operations:read"],
  });
  const hot = node("hot", "raise-alarm", { name: "too hot", severity: "critical", message: "{{value}}!" });
  const definition = {
    nodes: [node("input", "input"), hot],
    wires: [{ from: "input", output: "out", to: "hot" }],
  };
  const { json: chain } = await owner.call("POST", "./chains", { name: "Alarming", definition });
  expect((await owner.call("POST", `./chains/${chain.uuid}/publish`, {})).status).toBe(201);
  const sensors = [{ slug: "a" }, { slug: "b" }];
  const { json: device } = await owner.call("POST", "./devices", {
    name: "Boiler",
    sensors,
    chain: chain.uuid,
  });
  using page = await LiveSocket.open({
    url: weir.url,
    account: owner.account,
    key: made.json.key,
    query: "?kinds=alarm",
  });
  const told = async (change: string, count: number) => {
    await waitUntil(`${count} are told to be ${change}`, () => page.events.length >= count);
    const alarms = page.events.splice(0).map(({ data }) => data);
    expect(alarms.map((alarm) => alarm.change)).toEqual(Array(count).fill(change));
    return alarms[0];
  };

  const sent = await postReadings(weir.url, device, {
    data: sensors.map(({ slug }) => ({ sensor_slug: slug, value: 31 })),
  });
  expect(sent.status).toBe(202);
  await told("raised", 2);
  const ids: number[] = (await owner.call("GET", "./alarms")).json.items.map(({ id }: { id: number }) => id);

  await owner.call("POST", "./alarms/acknowledge", { ids });
  expect(await told("acknowledged", 2)).toMatchObject({
    device: device.uuid,
    name: "too hot",
    severity: "critical",
    message: "31!",
    value: 31,
  });
  await owner.call("POST", "./alarms/acknowledge", { ids });
  await owner.call("POST", "./alarms/unacknowledge", { ids });
  await told("unacknowledged", 2);

  const command = (...args: string[]) => runWeir(["alarm", ...args, "--data", weir.dataDir]);
  expect(await command("acknowledge", ...ids.map(String))).toMatchObject({ code: 0 });
  await told("acknowledged", 2);
  expect(await command("unacknowledge", String(ids[0]))).toMatchObject({ code: 0 });
  await told("unacknowledged", 1);
  expect(await command("clear", String(ids[0]))).toMatchObject({ code: 0 });
  await told("cleared", 1);
  await owner.call("POST", `./alarms/${ids[1]}/clear`);
  await told("cleared", 1);
});
