import { expect, setDefaultTimeout, test } from "bun:test";
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
  const made = await owner.call("POST", "./api-keys", { name: "Page", scopes: ["readings:read"] });
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
