import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { postReadings } from "../harness/post-readings.ts";
import { tempFolder } from "../harness/temp-folder.ts";
import {
  answerInTerminal,
  type CreatedDevice,
  createDevice,
  listReadings,
  post,
  type ServingWeir,
  serve,
  weir,
  weirJson,
} from "./weir-command.ts";

// Each test starts processes, which takes a while on a busy machine.
setDefaultTimeout(60_000);

describe("the command line on a running server", () => {
  const folder = tempFolder();
  const dataDir = join(folder.path, "data");
  let server: ServingWeir;

  beforeAll(async () => {
    server = await serve(dataDir, "--no-demo");
  });

  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  const run = (...args: string[]) => weir([...args, "--data", dataDir]);

  async function submit(device: CreatedDevice, sensor: string, token = device.token, value = Math.random()) {
    const answer = await post({
      url: server.url,
      device: device.uuid,
      token,
      sensor,
      data: { value },
    });
    return { status: answer.status, error: ((await answer.json()) as { error?: string }).error };
  }

  test("creates, changes and finds a device by its tags and attributes", async () => {
    const create = [
      "Freezer",
      "--sensor",
      "t",
      "--tag",
      "cold",
      "old",
      "--attribute",
      "site=Berlin",
      "floor=3",
    ];
    const { uuid } = JSON.parse((await run("device", "create", ...create, "--location", "52.5,13.4")).stdout);
    const change = [
      "--tag",
      "hall",
      "--remove-tag",
      "old",
      "--attribute",
      "serial:text=42",
      "--remove-attribute",
      "floor",
    ];
    expect((await run("device", "update", uuid, ...change)).code).toBe(0);
    const { stdout } = await run("device", "show", uuid, "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      tags: ["cold", "hall"],
      attributes: { site: "Berlin", serial: "42" },
      location: { latitude: 52.5, longitude: 13.4, label: "" },
    });
    expect((await run("device", "show", uuid)).stdout).toContain("serial=42, site=Berlin");
    const listed = async (...filter: string[]) =>
      (await run("device", "list", ...filter)).stdout.includes(uuid);
    expect(await listed("--tag", "hall", "--attribute", "site=Berlin")).toBe(true);
    expect(await listed("--attribute", "floor=3")).toBe(false);
    expect((await run("device", "update", uuid, "--no-location")).code).toBe(0);
    expect(JSON.parse((await run("device", "show", uuid, "--json")).stdout).location).toBeNull();
  });

  test("lets a created device send when the command returns, to sensors named either way", async () => {
    const args = ["Boiler", "--sensor", "a", "b", "--sensor", "c"];
    const { code, stdout } = await run("device", "create", ...args);
    expect(code).toBe(0);
    const created = JSON.parse(stdout) as CreatedDevice;
    expect(stdout).toBe(`${JSON.stringify(created)}\n`);
    expect(created).toMatchObject({
      name: "Boiler",
      contract: "queued",
      status: "never_seen",
      sensor_count: 3,
    });
    expect(created.sensors.map(({ slug }) => slug)).toEqual(["a", "b", "c"]);
    for (const { slug, uuid } of created.sensors) {
      expect(await submit(created, slug)).toEqual({ status: 202, error: undefined });
      expect(await submit(created, uuid)).toEqual({ status: 202, error: undefined });
    }
  });

  test("refuses a disabled device and accepts an enabled one when the command returns", async () => {
    const device = await createDevice(dataDir, "a");
    expect((await run("device", "disable", device.uuid)).code).toBe(0);
    expect(await submit(device, "a")).toEqual({ status: 401, error: "invalid_token" });
    expect((await run("device", "enable", device.uuid)).code).toBe(0);
    expect((await submit(device, "a")).status).toBe(202);
  });

  test("accepts a regenerated token and refuses the old one when the command returns", async () => {
    const device = await createDevice(dataDir, "a");
    const token = ["device", "token", device.uuid, "--data", dataDir];
    expect(await weirJson<object>(token)).toMatchObject({ token: device.token, previous: null });
    const fresh = await weirJson<{ token: string }>([...token, "--regenerate"]);
    expect(await submit(device, "a")).toEqual({ status: 401, error: "invalid_token" });
    expect((await submit(device, "a", fresh.token)).status).toBe(202);
    expect(await weirJson<object>(token)).toMatchObject({ token: fresh.token });
  });

  test("accepts the old token during an overlap until the new one is first used", async () => {
    const device = await createDevice(dataDir, "a");
    const token = ["device", "token", device.uuid, "--data", dataDir];
    const fresh = await weirJson<{ token: string }>([...token, "--regenerate", "--overlap", "first-use"]);
    expect((await submit(device, "a")).status).toBe(202);
    expect((await submit(device, "a", fresh.token)).status).toBe(202);
    expect(await submit(device, "a")).toEqual({ status: 401, error: "invalid_token" });
    for (const overlap of ["0", "604801", "soon", "-1", "1.5"]) {
      expect((await run(...token.slice(0, 3), "--regenerate", `--overlap=${overlap}`)).code).toBe(2);
    }
    expect((await run(...token.slice(0, 3), "--overlap", "60")).code).toBe(2);
    expect((await submit(device, "a", fresh.token)).status).toBe(202);
  });

  test("adds and removes sensors and their readings with the commands", async () => {
    const device = await createDevice(dataDir, "a");
    const { uuid } = device;
    expect((await submit(device, "b")).error).toBe("sensor_not_found");
    const added = await run(
      "sensor",
      "add",
      uuid,
      "b",
      "--name",
      "Bee",
      "--unit",
      "K",
      "--type",
      "heat",
      "--json",
    );
    expect(JSON.parse(added.stdout)).toMatchObject({ slug: "b", name: "Bee", latest: null });
    expect((await submit(device, "b", device.token, 7)).status).toBe(202);
    expect((await listReadings(dataDir, uuid, "b")).map(({ value }) => value)).toEqual([7]);
    const listed = await weirJson<object[]>(["sensor", "list", uuid, "--json", "--data", dataDir]);
    expect(listed).toMatchObject([{ slug: "a" }, { slug: "b", name: "Bee", unit: "K", type: "heat" }]);
    expect((await run("sensor", "remove", uuid, "b")).code).toBe(0);
    expect((await submit(device, "b")).error).toBe("sensor_not_found");
    expect((await run("sensor", "add", uuid, "b")).code).toBe(0);
    expect(await listReadings(dataDir, uuid, "b")).toEqual([]);
  });

  test("applies an updated contract, handling, name and group of a device", async () => {
    const device = await createDevice(dataDir, "a");
    const { uuid } = device;
    expect((await run("group", "create", "Cellar")).code).toBe(0);
    const changes = ["--name", "New", "--group", "Cellar", "--handling", "lenient", "--contract", "stored"];
    expect((await run("device", "update", uuid, ...changes)).code).toBe(0);
    expect((await submit(device, device.sensors[0]!.uuid)).status).toBe(201);
    expect(await show(uuid)).toMatchObject({
      name: "New",
      group: "Cellar",
      handling: "lenient",
      contract: "stored",
    });
    expect((await run("device", "update", uuid, "--no-group", "--description", "x")).code).toBe(0);
    expect(await show(uuid)).toMatchObject({
      name: "New",
      group: null,
      description: "x",
      contract: "stored",
    });
    expect((await run("device", "update", uuid)).code).toBe(2);
  });

  test("sets, shows and removes a device's expected interval and silence alarm", async () => {
    const { uuid } = await createDevice(dataDir, "a");
    const update = (...changes: string[]) => run("device", "update", uuid, ...changes);
    expect((await update("--expected-interval", "5m", "--silence-alarm", "warning")).code).toBe(0);
    expect(await show(uuid)).toMatchObject({
      expected_interval_s: 300,
      silence_alarm: "warning",
      status: "never_seen",
      expectation: { interval_s: 300, source: "device", offline_after_s: 900, silence_alarm: "warning" },
    });
    const { stdout } = await run("device", "show", uuid);
    expect(stdout).toContain("every 5 min (set for the device), offline after 15 min without a request");
    expect((await update("--expected-interval", "inherit", "--silence-alarm", "inherit")).code).toBe(0);
    expect(await show(uuid)).toMatchObject({
      expectation: { interval_s: null, source: "default", offline_after_s: 600, silence_alarm: "off" },
    });
    for (const time of ["5", "0s", "31d", "soon", "-1m"])
      expect((await update(`--expected-interval=${time}`)).code).toBe(2);
  });

  test("shows the newest values as soon as they are accepted", async () => {
    const device = await createDevice(dataDir, "a", "b");
    const { uuid, token } = device;
    const never = await show(uuid);
    expect(never).toMatchObject({ last_connected: null, battery: null, enabled: true, account: "Default" });
    const sensorLine = /^a .* No data +No data$/m;
    expect((await run("device", "show", uuid)).stdout).toMatch(sensorLine);
    await post({
      url: server.url,
      device: uuid,
      token,
      sensor: "a",
      data: { value: 2, timestamp: "2024-05-06T07:08:09.123456Z" },
    });
    await post({
      url: server.url,
      device: uuid,
      token,
      sensor: "a",
      data: { value: 1, timestamp: "2023-01-01" },
    });
    const data = [{ sensor_slug: "a", value: 0, timestamp: "2022-01-01" }];
    await postReadings(server.url, { uuid, token }, { data, battery_voltage: 3.71 });
    const shown = await show(uuid);
    expect(shown).toMatchObject({
      battery: { volts: 3.71 },
      sensors: [
        { slug: "a", latest: { value: 2, at: "2024-05-06T07:08:09.123456Z" } },
        { slug: "b", latest: null },
      ],
    });
    expect(shown.last_connected).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    const { stdout } = await run("device", "show", uuid);
    for (const word of ["3.71 V", "2024-05-06 07:08:09 UTC", "No data"]) expect(stdout).toContain(word);
    const listed = await weirJson<{ uuid: string; last_connected: string }[]>([
      "device",
      "list",
      "--json",
      "--data",
      dataDir,
    ]);
    const own = listed.find((entry) => entry.uuid === uuid);
    expect(own?.last_connected).toBe(shown.last_connected!);
    const battery = (await run("export", "--device", uuid, "--battery")).stdout.split("\r\n");
    expect([battery[0], battery.length]).toEqual(["device,at,volts", 3]);
    expect(battery[1]).toMatch(new RegExp(`^${uuid},\\d{4}-.*Z,3\\.71$`));
    for (const flags of [
      ["--format", "parquet"],
      ["--sensor", "a"],
    ]) {
      expect((await run("export", "--device", uuid, "--battery", ...flags)).code).toBe(2);
    }
  });

  test("does not find a deleted device, and asks no question in a script", async () => {
    const device = await createDevice(dataDir, "a");
    expect((await run("device", "delete", device.uuid)).code).toBe(0);
    expect(await submit(device, "a")).toEqual({ status: 404, error: "device_not_found" });
    const again = await run("device", "delete", device.uuid);
    expect(again).toMatchObject({ code: 1, stdout: "" });
    expect(again.stderr).toBe(`error: There is no device "${device.uuid}".\n`);
  });

  test("asks a person before a device is deleted, and accepts only yes", async () => {
    const { uuid } = await createDevice(dataDir, "a");
    const remove = (answer: string) => answerInTerminal(`device delete ${uuid} --data '${dataDir}'`, answer);
    const refused = await remove("n\n");
    expect(refused.output).toContain("Delete device Boiler with 1 sensor and all its readings? [y/N]");
    expect(refused.code).toBe(1);
    await show(uuid);
    expect((await remove("y\n")).code).toBe(0);
    expect((await run("device", "show", uuid)).code).toBe(1);
  });

  test("counts the fates of all readings in the status, as the server does", async () => {
    const counts = () => weirJson<Status>(["status", "--json", "--data", dataDir]);
    const before = await counts();
    const device = await createDevice(dataDir, "a");
    const data = [{ value: 1, timestamp: "2024-01-01" }, { value: 1, timestamp: "2024-01-01" }, 5];
    await post({ url: server.url, device: device.uuid, token: device.token, sensor: "a", data });
    await listReadings(dataDir, device.uuid, "a");
    const after = await counts();
    expect(after.running).toBeTrue();
    expect(after.accepted - before.accepted).toBe(1);
    expect(after.duplicates - before.duplicates).toBe(1);
    expect(after.saved - before.saved).toBe(1);
    expect(after.rejected).toMatchObject({ dropped_invalid_shape: 1 });
    expect(after).toMatchObject({ dead: 0, gap: 0, queue_bytes: 0 });
    expect((await run("status")).stdout).toMatch(/dropped_invalid_shape +1\n/);
  });

  async function show(uuid: string): Promise<{ last_connected: string | null }> {
    return weirJson(["device", "show", uuid, "--json", "--data", dataDir]);
  }
});

interface Status {
  readonly running: boolean;
  readonly accepted: number;
  readonly duplicates: number;
  readonly saved: number;
  readonly rejected: Record<string, number>;
}

describe("the command line without a server", () => {
  test("creates the data folder, readable by its owner only, and the account with the first device", async () => {
    using folder = tempFolder();
    const dataDir = join(folder.path, "new", "data");
    await createDevice(dataDir, "a");
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(await weirJson<object[]>(["account", "list", "--json", "--data", dataDir])).toMatchObject([
      { name: "Default" },
    ]);
  });

  test("reads the status from the files when the server has stopped", async () => {
    using folder = tempFolder();
    const status = ["status", "--json", "--data", folder.path];
    const device = await createDevice(folder.path, "a");
    const nothing = {
      accepted: 0,
      duplicates: 0,
      saved: 0,
      already_stored: 0,
      ended: 0,
      dead: 0,
      queue_bytes: 0,
      gap: 0,
    };
    expect(await weirJson<object>(status)).toEqual({ running: false, rejected: {}, ...nothing });

    const server = await serve(folder.path);
    const reading = { url: server.url, device: device.uuid, token: device.token, sensor: "a" };
    await post({ ...reading, data: [{ value: 1 }, { value: 1 }, "x"] });
    server.kill("SIGTERM");
    await server.ended;
    expect(await weirJson<object>(status)).toEqual({
      running: false,
      ...nothing,
      accepted: 1,
      duplicates: 1,
      saved: 1,
      rejected: { dropped_invalid_shape: 1 },
    });
  });

  test("takes the contract of a new device from the configuration, unless it is given", async () => {
    using folder = tempFolder();
    const create = async (...flags: string[]) => {
      const args = ["device", "create", "D", "--sensor", "a", "--data", folder.path, ...flags];
      const { stdout } = await weir(args, { WEIR_DEFAULT_CONTRACT: "stored" });
      const { uuid } = JSON.parse(stdout) as CreatedDevice;
      return weirJson<{ contract: string }>(["device", "show", uuid, "--json", "--data", folder.path]);
    };
    expect((await create()).contract).toBe("stored");
    expect((await create("--contract", "queued")).contract).toBe("queued");
  });

  test("keeps the devices and groups of accounts apart", async () => {
    using folder = tempFolder();
    const at = ["--data", folder.path];
    await weirJson(["account", "create", "North", "--json", ...at]);
    await weirJson(["account", "create", "South", "--json", ...at]);
    await weirJson(["group", "create", "Cellar", "--account", "South", "--json", ...at]);
    const create = ["device", "create", "D", "--sensor", "a", "--group", "Cellar", ...at];
    const refused = await weir([...create, "--account", "North"]);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toContain('no group "Cellar"');
    await weirJson([...create, "--account", "South"]);
    expect(await weirJson<object[]>(["device", "list", "--account", "North", "--json", ...at])).toEqual([]);
    expect(await weirJson<object[]>(["device", "list", "--account", "South", "--json", ...at])).toHaveLength(
      1,
    );
    expect((await weir(["device", "list", ...at])).stdout).toContain("Cellar");
    expect(await weirJson<object[]>(["group", "list", "--json", ...at])).toMatchObject([
      { name: "Cellar", account: "South", device_count: 1 },
    ]);
    const { stdout } = await weir(["account", "limits", "South", ...at], { WEIR_DEVICES_PER_ACCOUNT: "7" });
    expect(stdout).toMatch(/^South +devices +1 +7 +devices_per_account$/m);
    expect(stdout).toMatch(/^South +mails today +0 +500 +mails_per_account_per_day$/m);
    expect(stdout).toMatch(/^South +queue bytes +unknown +512.0 MiB +queue_bytes_per_account$/m);
    expect(stdout).not.toContain("North");
    expect(stdout).toEndWith("No server is running. Start it to see the missing figures.\n");
  });

  test("refuses with an explanation for people and a code for programs, and creates nothing", async () => {
    using folder = tempFolder();
    const dataDir = join(folder.path, "typo");
    for (const command of [
      ["device", "list"],
      ["device", "token", "x"],
      ["device", "delete", "x"],
      ["sensor", "add", "x", "y"],
      ["readings", "--device", "x", "--sensor", "y"],
      ["status"],
      ["backup", join(folder.path, "backup")],
    ]) {
      const people = await weir([...command, "--data", dataDir]);
      expect(people).toMatchObject({ code: 1, stdout: "" });
      expect(people.stderr).toStartWith("error: ");
      expect(people.stderr).toContain(dataDir);
    }
    const { stderr } = await weir(["device", "show", "x", "--json", "--data", dataDir]);
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: "control_data_unavailable" } });
    expect(existsSync(dataDir)).toBeFalse();
  });

  test("shows names without characters that a terminal would interpret", async () => {
    using folder = tempFolder();
    const { uuid } = await weirJson<CreatedDevice>([
      "device",
      "create",
      "D",
      "--sensor",
      "a",
      "--data",
      folder.path,
    ]);
    // They are refused today, but earlier versions stored them.
    using control = new Database(join(folder.path, "control.db"));
    control.run("UPDATE devices SET description = ?", ["a\u001b[31mb"]);
    expect((await weir(["device", "show", uuid, "--data", folder.path])).stdout).not.toContain("\u001b");
  });
});
