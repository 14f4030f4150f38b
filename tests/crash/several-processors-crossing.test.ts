/** What concerns the devices of several processors at once. */
import { Database } from "bun:sqlite";
import { expect, setDefaultTimeout, test } from "bun:test";
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { unwrap } from "@weir/protocol/result";
import { node } from "@weir/rule-engine/testing/write-chain";
import { loadTokenKey } from "../../packages/server/src/control/sealing/token-key.ts";
import { openSqliteControl } from "../../packages/server/src/control/sqlite/open-sqlite-control.ts";
import { announceChanges } from "../../packages/server/src/installation/embedded/control-socket.ts";
import { askDeletion } from "../../packages/server/src/manage/accounts/deletion/account-deletion.ts";
import { BrowserSession } from "../api/browser-session.ts";
import { weirProcess } from "../cli/weir-command.ts";
import { countRows, fileTables, idsOfAccount } from "../harness/account-rows.ts";
import { postReadings, type Sender } from "../harness/post-readings.ts";
import { isRunning, type RunningProcess, signalProcess } from "../harness/running-process.ts";
import { SeededRandom } from "../harness/seeded-random.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { WeirInstallation } from "../harness/weir-installation.ts";
import type { WeirProcess } from "../harness/weir-process.ts";
import { Ledger, nothingWrong } from "./ledger.ts";
import { pauseBetweenWrites } from "./pause-between-writes.ts";
import { SimulatedDevice } from "./simulated-device.ts";
import { storedRows } from "./stored-rows.ts";
import { WebhookReceiver } from "./webhook-receiver.ts";

setDefaultTimeout(120_000);

const env = { WEIR_PROCESS_COUNT: "2" };

/** Ids of devices count up, so two neighbours are in different partitions. */
async function neighbours(weir: WeirInstallation, ledger: Ledger, count = 2): Promise<SimulatedDevice[]> {
  const devices: SimulatedDevice[] = [];
  while (devices.length < count)
    devices.push(new SimulatedDevice(weir.url, await weir.createDevice(["a"]), ledger));
  return devices;
}

async function kill(victim: RunningProcess): Promise<void> {
  signalProcess(victim, "SIGKILL");
  await waitUntil("that processor is gone", () => !isRunning(victim));
}

test.each(["store", "chain"])(
  "saves each reading of an import (%s) for devices of both once, and recognises all of them in another",
  async (mode) => {
    await using weir = new WeirInstallation({ env });
    const devices = [await weir.createDevice(["a"]), await weir.createDevice(["a"])];
    const perDevice = 5000;
    const startMs = Date.now() - 86_400_000;
    const lines = Array.from({ length: 2 * perDevice }, (_, nth) => {
      const at = new Date(startMs + nth).toISOString();
      return `${devices[nth % 2]!.uuid},a,${at},${nth}`;
    });
    const file = join(weir.notesDir, "readings.csv");
    writeFileSync(file, `device,sensor,at,value\n${lines.join("\n")}\n`);
    const life = await weir.start();
    await life.untilProcessorsRun(2);
    const runImport = async () => {
      const { code, stdout, stderr } = await weirProcess([
        "import",
        file,
        "--mode",
        mode,
        "--json",
        "--data",
        weir.dataDir,
      ]);
      expect({ code, stderr }).toEqual({ code: 0, stderr });
      return JSON.parse(stdout);
    };
    expect(await runImport()).toMatchObject({ accepted: 2 * perDevice, duplicates: 0 });
    await weir.untilSettled();
    expect(await runImport()).toMatchObject({ accepted: 0, duplicates: 2 * perDevice });
    await weir.untilSettled();
    const values = storedRows(weir.dataDir).map(({ value }) => value);
    expect(values.toSorted((one, other) => one - other)).toEqual(lines.map((_, nth) => nth));
  },
);

test("finds forgotten readings of both in the store, also while one is away", async () => {
  await using weir = new WeirInstallation({ env: { ...env, WEIR_IDENTITIES_MAX: "1000" } });
  const ledger = new Ledger();
  const devices = await neighbours(weir, ledger);
  const [other] = await neighbours(weir, ledger, 1);
  const life = await weir.start();
  const old = devices.map((device) => ({ device, readings: device.samples(100) }));
  for (const { device, readings } of old)
    expect(await device.deliver(readings)).toMatchObject({ accepted: 100 });
  const forget = async () => {
    for (let time = 0; time < 2; time++)
      expect(await other!.deliver(other!.samples(1000))).toMatchObject({ accepted: 1000 });
  };
  await forget();
  // The first look-up finds out in which times nothing is stored, so they are not looked up again.
  for (const { device, readings } of old)
    expect(await device.deliver(readings)).toMatchObject({ duplicates: 100 });
  let accepted = 0;
  for (const victim of await life.untilProcessorsRun(2)) {
    await forget();
    await kill(victim);
    // Readings that cannot be looked up at the moment are accepted, and recognised when they are stored.
    for (const { device, readings } of old) {
      const delivery = await device.deliver(readings);
      if (delivery.kind !== "acknowledged") throw new Error(JSON.stringify(delivery));
      accepted += delivery.accepted;
    }
    await life.untilProcessorsRun(2);
  }
  expect(await weir.untilSettled()).toMatchObject({ saved: 200 + 6000, alreadyStored: accepted });
  await forget();
  for (const { device, readings } of old)
    expect(await device.deliver(readings)).toMatchObject({ duplicates: 100 });
  expect(ledger.compare(storedRows(weir.dataDir))).toEqual(nothingWrong);
});

test("answers 201 to a device when its own processor has settled the reading", async () => {
  await using weir = new WeirInstallation({ env: { ...env, WEIR_STORED_WAIT_S: "600" } });
  const life = await weir.start();
  const owner = await BrowserSession.setUp(weir);
  const devices = await createDevices(owner, 2, { contract: "stored" });
  const values = () => storedRows(weir.dataDir).map(({ value }) => value);
  const send = async (device: MadeDevice, value: number) => {
    const sensor = device.sensors[0]!.uuid;
    const { status } = await postReadings(weir.url, device, { sensor, data: { value } });
    return { status, isStored: values().includes(value) };
  };
  const stored = { status: 201, isStored: true };
  for (let value = 0; value < 20; value++) expect(await send(devices[value % 2]!, value)).toEqual(stored);
  const [stopped] = await life.untilProcessorsRun(2);
  await pauseBetweenWrites(stopped!, weir.dataDir);
  const answered: number[] = [];
  const sent = devices.map(async (device, nth) => {
    const answer = await send(device, 100 + nth);
    answered.push(nth);
    return answer;
  });
  await waitUntil("one of them is answered", () => answered.length > 0);
  const [first] = answered;
  // Requests of the other device pass the one that waits.
  for (let value = 200; value < 210; value++) expect(await send(devices[first!]!, value)).toEqual(stored);
  expect(answered).toEqual([first!]);
  await kill(stopped!);
  expect(await Promise.all(sent)).toEqual([stored, stored]);
});

test("deletes an account whose readings wait for both, once the one that stood still is back", async () => {
  await using weir = new WeirInstallation({ env });
  const { dataDir } = weir;
  const life = await weir.start();
  const owner = await BrowserSession.setUp(weir);
  const [kept] = await createDevices(owner, 1);
  owner.account = (await owner.call("POST", "/accounts", { name: "North" })).json.uuid;
  const devices = await createDevices(owner, 4);
  const send = async (device: Sender) => {
    const data = [1, 2, 3].map((value) => ({ sensor_slug: "a", value: value + Math.random() }));
    expect((await postReadings(weir.url, device, { data, battery_voltage: 3 })).status).toBe(202);
  };
  for (const device of [...devices, kept!]) await send(device);
  await weir.untilSettled();
  const [stopped] = await life.untilProcessorsRun(2);
  await pauseBetweenWrites(stopped!, dataDir);
  for (const device of [...devices, kept!]) await send(device);

  const reader = fileTables(dataDir);
  using control = new Database(join(dataDir, "control.db"));
  const { id } = control.query("SELECT id FROM accounts WHERE name = 'North'").get() as { id: number };
  const ids = await idsOfAccount(reader, id, []);
  const asking = openSqliteControl(dataDir, {
    key: loadTokenKey(dataDir),
    announce: (changes) => announceChanges(dataDir, changes),
  });
  const asked = askDeletion(asking, { accountId: id, name: "North", days: 0 });
  await waitUntil(
    "the deletion is asked for",
    () => control.query("SELECT 1 FROM account_deletions").get() !== null,
  );
  const isEnded = () =>
    control.query("SELECT 1 FROM account_deletions WHERE ended_at IS NOT NULL").get() !== null;
  expect(isEnded()).toBe(false);
  await kill(stopped!);
  unwrap(await asked);
  await waitUntil("the account is deleted", isEnded, 60_000);
  await asking.close();
  const { saved, ended, dead } = await weir.untilSettled();
  expect(saved + ended + dead).toBe(30);
  const left = [...(await countRows(reader, ids))].flatMap(([table, rows]) => (rows > 0 ? [table] : []));
  reader.close();
  expect(left.toSorted()).toEqual(["control.account_deletions", "control.account_use", "control.audit_log"]);
  expect(storedRows(dataDir).length).toBe(6);
});

test("sends each message although whoever delivers is killed, again and again", async () => {
  using receiver = new WebhookReceiver(new SeededRandom(1), { failing: 0, hanging: 0 });
  await using weir = new WeirInstallation({ env: { ...env, WEIR_OUTBOX_ALLOW: "127.0.0.1" } });
  const devices = await neighbours(weir, new Ledger());
  await weir.publishDefaultChain({
    nodes: [node("input", "input"), node("hook", "webhook", { url: receiver.url })],
    wires: [{ from: "input", output: "out", to: "hook" }],
  });
  const life = await weir.start();
  const killed = new Set<RunningProcess>();
  let sent = 0;
  for (let round = 0; round < 4; round++) {
    const deliverer = await untilDelivered(weir, life);
    for (const device of devices)
      expect(await device.deliver(device.samples(50))).toMatchObject({ accepted: 50 });
    sent += 100;
    await kill(deliverer);
    killed.add(deliverer);
    for (const device of devices)
      expect(await device.deliver(device.samples(5))).toMatchObject({ accepted: 5 });
    sent += 10;
    await waitUntil("each message has arrived", () => receiver.valuesByKey.size >= sent, 60_000);
  }
  expect(killed.size).toBe(4);
  using store = new Database(join(weir.dataDir, "weir.db"), { readonly: true });
  await waitUntil("each message is settled", () => {
    const { left } = store.query("SELECT count(*) AS left FROM outbox WHERE state <> 'delivered'").get() as {
      left: number;
    };
    return left === 0;
  });
  const ofKeys = [...receiver.valuesByKey.values()];
  expect([ofKeys.length, new Set(ofKeys.flatMap((values) => [...values])).size]).toEqual([sent, sent]);
});

interface MadeDevice extends Sender {
  readonly sensors: readonly { readonly uuid: string }[];
}

async function createDevices(owner: BrowserSession, count: number, settings = {}): Promise<MadeDevice[]> {
  const made: MadeDevice[] = [];
  while (made.length < count) {
    const { json } = await owner.call("POST", "./devices", {
      name: `Device ${made.length}`,
      sensors: [{ slug: "a" }],
      ...settings,
    });
    made.push(json);
  }
  return made;
}

/** The processor that has the lock of the role deliver, as the system knows it. */
async function untilDelivered({ dataDir }: WeirInstallation, life: WeirProcess): Promise<RunningProcess> {
  let found: RunningProcess | undefined;
  await waitUntil("a processor delivers", async () => {
    const ino = statSync(join(dataDir, "deliver.lock"), { throwIfNoEntry: false })?.ino;
    const locks = (await Bun.file("/proc/locks").text()).split("\n").map((line) => line.trim().split(/\s+/));
    const owner = locks.find((words) => words[1] !== "->" && words[5]?.endsWith(`:${ino}`))?.[4];
    found = (await life.untilProcessorsRun(2)).find(({ pid }) => String(pid) === owner);
    return found !== undefined;
  });
  return found!;
}
