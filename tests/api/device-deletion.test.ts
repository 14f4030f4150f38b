import { Database } from "bun:sqlite";
import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { weir as runWeir } from "../cli/weir-command.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { WeirInstallation } from "../harness/weir-installation.ts";
import { BrowserSession } from "./browser-session.ts";
import { LiveSocket } from "./live-socket.ts";

// Starts a server and commands, which takes its time on a busy machine.
setDefaultTimeout(60_000);

test("a device that is deleted, on a page or by a command, is told to open pages, once, and not where another is watched", async () => {
  await using weir = new WeirInstallation();
  await weir.start();
  const owner = await BrowserSession.setUp(weir);
  const made = await owner.call("POST", "./api-keys", {
    name: "Page",
    scopes: ["readings:read", "devices:read"],
  });
  const createDevice = async (name: string): Promise<string> =>
    (await owner.call("POST", "./devices", { name })).json.uuid;
  const [boiler, pump, kept] = [
    await createDevice("Boiler"),
    await createDevice("Pump"),
    await createDevice("Kept"),
  ];
  const open = (query: string) =>
    LiveSocket.open({ url: weir.url, account: owner.account, key: made.json.key, query });
  using page = await open("?kinds=deletion");
  using pageOfKept = await open(`?devices=${kept}`);

  expect((await owner.call("DELETE", `./devices/${boiler}`)).status).toBe(204);
  expect(await runWeir(["device", "delete", pump, "--yes", "--data", weir.dataDir])).toMatchObject({
    code: 0,
  });
  expect((await owner.call("DELETE", `./devices/${kept}`)).status).toBe(204);
  await waitUntil("the last is told", () => pageOfKept.events.length > 0);
  const told = ({ events }: LiveSocket) => events.map(({ event, data }) => [event, data.device]);
  expect(told(pageOfKept)).toEqual([["deletion", kept]]);
  await waitUntil("all are told", () => page.events.length >= 3);
  expect(told(page)).toEqual([boiler, pump, kept].map((device) => ["deletion", device]));
});

test("the battery history of a deleted device is deleted with it", async () => {
  await using weir = new WeirInstallation();
  const server = await weir.start();
  const owner = await BrowserSession.setUp(weir);
  const sensors = [{ slug: "temperature", name: "Temperature" }];
  const created = await owner.call("POST", "./devices", { name: "Boiler", sensors });
  const { uuid, token } = created.json;
  const sent = await fetch(`${weir.url}/api/v1/devices/${uuid}/readings`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ data: [{ sensor_slug: "temperature", value: 1 }], battery_voltage: 3.7 }),
  });
  expect(sent.status).toBe(202);
  const levels = () => {
    using store = new Database(join(weir.dataDir, "weir.db"), { readonly: true });
    return store.query("SELECT volts FROM battery_levels").values().flat();
  };
  await waitUntil("the level is stored", () => levels().length > 0);
  expect(levels()).toEqual([3.7]);
  expect((await owner.call("DELETE", `./devices/${uuid}`)).status).toBe(204);
  // A running server looks for old data once a minute; one that starts looks at once.
  await server.stop();
  await weir.start();
  await waitUntil("the level is deleted", () => levels().length === 0);
});
