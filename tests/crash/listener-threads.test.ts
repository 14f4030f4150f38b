import { expect, setDefaultTimeout, test } from "bun:test";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { weirJson } from "../cli/weir-command.ts";
import { openDeviceControl } from "../harness/device-control.ts";
import type { InstalledDevice } from "../harness/installed-data.ts";
import { postReadings } from "../harness/post-readings.ts";
import { RawConnection } from "../harness/raw-connection.ts";
import { isRunning, pauseProcess } from "../harness/running-process.ts";
import { tempFolder } from "../harness/temp-folder.ts";
import { type TlsFixture, tlsFixture } from "../harness/tls-fixture.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { WeirInstallation } from "../harness/weir-installation.ts";
import { crashRun } from "./crash-run.ts";
import { Ledger, nothingWrong } from "./ledger.ts";
import { SimulatedDevice } from "./simulated-device.ts";
import { storedRows } from "./stored-rows.ts";

setDefaultTimeout(120_000);

const threads = { WEIR_INGEST_THREADS: "2" };
const ready = "GET /readyz HTTP/1.1\r\nHost: weir\r\n\r\n";
/** A request with thousands of readings uses up an account's share of the queue, and two fill the queue. */
const fewBytes = { WEIR_QUEUE_BYTES_PER_ACCOUNT: "64KiB", WEIR_QUEUE_BYTES_MAX: "128KiB" };
const failingListener = fileURLToPath(new URL("./broken/failing-listener.ts", import.meta.url));
/** So many that each of two threads almost certainly has some. */
const connectionCount = 24;

function single({ uuid, token }: InstalledDevice, value: number): string {
  const body = `{"data":{"value":${value},"timestamp":"2026-01-01T00:00:00Z"}}`;
  const line = `POST /api/v1/devices/${uuid}/sensors/a/readings HTTP/1.1\r\nHost: weir\r\n`;
  const fields = `Authorization: Bearer ${token}\r\nContent-Type: application/json\r\n`;
  return `${line}${fields}Content-Length: ${body.length}\r\n\r\n${body}`;
}

class Connections implements Disposable {
  readonly all: RawConnection[];

  static async open(url: string): Promise<Connections> {
    return new Connections(
      await Promise.all(Array.from({ length: connectionCount }, () => RawConnection.open(url))),
    );
  }

  private constructor(all: RawConnection[]) {
    this.all = all;
  }

  /** The answers to all connections when all send at once. */
  async sendAll(requestOf: (nth: number) => string) {
    for (const [nth, connection] of this.all.entries()) connection.write(requestOf(nth));
    return Promise.all(this.all.map((connection) => connection.answer()));
  }

  [Symbol.dispose](): void {
    for (const connection of this.all) connection[Symbol.dispose]();
  }
}

function statuses(answers: readonly { readonly status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

test("accepts exactly one of several repeats on different threads, and adds up the figures of all threads", async () => {
  await using weir = new WeirInstallation({ env: threads });
  const ledger = new Ledger();
  const device = new SimulatedDevice(weir.url, await weir.createDevice(["a"]), ledger);
  await weir.start();
  using connections = await Connections.open(weir.url);
  const rounds = 20;
  for (let value = 0; value < rounds; value++) {
    const answers = await connections.sendAll(() => single(device.device, value));
    const accepted = answers.map(({ body }) => (JSON.parse(body) as { accepted: number }).accepted);
    expect(accepted.toSorted()).toEqual([...Array(connectionCount - 1).fill(0), 1]);
    const ids = new Set(answers.map(({ headers }) => headers["x-request-id"]));
    expect(ids.size).toBe(connectionCount);
  }
  expect(await device.deliver(device.samples(1000))).toMatchObject({ accepted: 1000, duplicates: 0 });
  const { accepted, duplicates, saved } = await weir.untilSettled();
  const repeated = rounds * (connectionCount - 1);
  expect({ accepted, duplicates, saved }).toEqual({
    accepted: rounds + 1000,
    duplicates: repeated,
    saved: rounds + 1000,
  });
  const metrics = await (await fetch(`${weir.url}/metrics`)).text();
  const singles = /weir_http_requests_total\{endpoint="single",status="202"\} (\d+)/.exec(metrics);
  expect(singles?.[1]).toBe(String(rounds * connectionCount));
  expect(metrics).toContain(`weir_readings_total{outcome="duplicate",reason=""} ${repeated}\n`);
});

test("keeps a rate limit exact, whichever threads serve the requests of a source", async () => {
  const limit = 100;
  await using weir = new WeirInstallation({ env: { ...threads, WEIR_RATE_LIMIT: String(limit) } });
  const device = await weir.createDevice(["a"]);
  await weir.start();
  using connections = await Connections.open(weir.url);
  const counts: Record<number, number> = {};
  for (let round = 0; round < 8; round++) {
    const answers = await connections.sendAll((nth) => single(device, round * connectionCount + nth));
    for (const [status, count] of Object.entries(statuses(answers)))
      counts[Number(status)] = (counts[Number(status)] ?? 0) + count;
  }
  expect(counts).toEqual({ 202: limit, 429: 8 * connectionCount - limit });
});

test("refuses a replaced token on every thread when the command returns", async () => {
  await using weir = new WeirInstallation({ env: threads });
  const device = await weir.createDevice(["a"]);
  await weir.start();
  using connections = await Connections.open(weir.url);
  expect(statuses(await connections.sendAll((nth) => single(device, nth)))).toEqual({ 202: connectionCount });
  const regenerate = ["device", "token", device.uuid, "--regenerate", "--data", weir.dataDir];
  const { token } = await weirJson<{ token: string }>(regenerate);
  expect(statuses(await connections.sendAll((nth) => single(device, 100 + nth)))).toEqual({
    401: connectionCount,
  });
  const renewed = { ...device, token };
  expect(statuses(await connections.sendAll((nth) => single(renewed, 200 + nth)))).toEqual({
    202: connectionCount,
  });

  const next = await weirJson<{ token: string }>([...regenerate, "--overlap", "first-use"]);
  const overlapping = { ...device, token: next.token };
  expect(statuses(await connections.sendAll((nth) => single(renewed, 300 + nth)))).toEqual({
    202: connectionCount,
  });
  const [first] = connections.all;
  first!.write(single(overlapping, 400));
  expect((await first!.answer()).status).toBe(202);
  expect(statuses(await connections.sendAll((nth) => single(renewed, 500 + nth)))).toEqual({
    401: connectionCount,
  });
});

test("answers a device of the stored contract once its reading is stored", async () => {
  await using weir = new WeirInstallation({ env: threads });
  const device = await weir.createDevice(["a"]);
  await weir.start();
  await using control = openDeviceControl(weir.dataDir);
  await control.update(device.uuid, { contract: "stored" });
  using connections = await Connections.open(weir.url);
  const bySensorUuid = (nth: number): string =>
    single(device, nth).replace("/sensors/a/", `/sensors/${device.sensors[0]!.uuid}/`);
  const answers = await connections.sendAll(bySensorUuid);
  expect([...storedRows(weir.dataDir)]).toHaveLength(connectionCount);
  expect(new Set(answers.map(({ status }) => status)).size).toBe(1);
  expect(answers[0]!.status).toBeLessThan(300);
});

test("answers requests identically with one listener thread and with two", async () => {
  const answersOf = async (env: Record<string, string>): Promise<unknown[]> => {
    await using weir = new WeirInstallation({ env: { ...env, ...fewBytes } });
    const device = await weir.createDevice(["a"]);
    const other = await weir.createDevice(["a"], "Other");
    const life = await weir.start();
    const good = single(device, 1);
    const requests = [
      good,
      good,
      good.replace("2026-01-01", "2126-01-01"),
      good.replace('"value":1', '"value":"x"'),
      good.replace(device.token, "wdt_other"),
      good.replace("/a/readings", "/b/readings"),
      good.replace(device.uuid, crypto.randomUUID()),
      good.replace("POST", "PUT"),
      good.replace("application/json", "text/plain"),
      good.replace("/readings", "/nothing"),
      good.replace('{"value"', '["value"'),
      good.replace("readings HTTP", "readings/bulk HTTP"),
    ];
    const answers: Record<string, unknown>[] = [];
    const send = async (request: string): Promise<void> => {
      using connection = await RawConnection.open(weir.url);
      connection.write(request);
      const { status, body, headers } = await connection.answer();
      answers.push({ status, body: body.replaceAll(device.uuid, "device"), names: Object.keys(headers) });
    };
    for (const request of requests) await send(request);
    // First the account reaches its limit in the queue, then the queue is full.
    await pauseProcess(await life.untilRoleRuns("process"));
    for (const filling of [device, other]) {
      const simulated = new SimulatedDevice(weir.url, filling, new Ledger());
      expect(await simulated.deliver(simulated.samples(5000))).toMatchObject({ accepted: 5000 });
      const value = answers.length;
      for (const request of [single(device, value), single(other, value), ready]) await send(request);
    }
    expect(answers.slice(-6).map(({ status }) => status)).toEqual([503, 202, 200, 503, 503, 503]);
    return answers;
  };
  expect(await answersOf(threads)).toEqual(await answersOf({ WEIR_INGEST_THREADS: "1" }));
});

test("serves TLS on every thread, and a replaced certificate as well", async () => {
  const [first, second] = [tlsFixture("first"), tlsFixture("second")];
  using folder = tempFolder();
  const [certFile, keyFile] = [join(folder.path, "cert.pem"), join(folder.path, "key.pem")];
  const install = (pair: TlsFixture): void => {
    copyFileSync(pair.certFile, certFile);
    copyFileSync(pair.keyFile, keyFile);
  };
  install(first);
  const env = { ...threads, WEIR_TLS_CERT: certFile, WEIR_TLS_KEY: keyFile };
  await using weir = new WeirInstallation({ env });
  const device = await weir.createDevice(["a"]);
  const url = `https://127.0.0.1:${weir.port}`;
  const life = weir.launch();
  await life.untilRoleRuns("ingest");
  /** Uses a new connection to a server that shows this certificate. */
  const post = async (value: number, { cert }: TlsFixture): Promise<number> => {
    const options = { keepalive: false, tls: { ca: cert } };
    return (await postReadings(url, device, { sensor: "a", data: { value } }, options)).status;
  };
  const postAll = (pair: TlsFixture): Promise<number[]> =>
    Promise.all(Array.from({ length: connectionCount }, (_, value) => post(value, pair)));
  const all = Array(connectionCount).fill(202);
  await waitUntil("it listens", async () => (await post(-1, first).catch(() => 0)) === 202);
  expect(await postAll(first)).toEqual(all);
  install(second);
  const replaced = () => weir.logText.split("the certificate was replaced").length - 1;
  await waitUntil("both threads have replaced it", () => replaced() === 2);
  expect(await postAll(second)).toEqual(all);
});

test("ends the process if a thread fails, cuts off its clients, and loses nothing acknowledged", async () => {
  await using weir = new WeirInstallation({ env: threads });
  const ledger = new Ledger();
  const device = new SimulatedDevice(weir.url, await weir.createDevice(["a"]), ledger);
  const life = await weir.start({ preload: failingListener });
  const failing = await life.untilRoleRuns("ingest");
  using connections = await Connections.open(weir.url);
  const deliverAll = () =>
    Promise.all(device.samples(200).map((reading) => device.deliver([reading], "single")));
  const delivered = deliverAll();
  const [one] = connections.all;
  one!.write("GET /fail HTTP/1.1\r\nHost: weir\r\n\r\n");
  const ends = await Promise.allSettled(
    connections.all.map(async (connection) => {
      for (;;) await connection.answer();
    }),
  );
  expect(ends.every(({ status }) => status === "rejected")).toBe(true);
  expect((await delivered).filter(({ kind }) => kind === "wrong")).toEqual([]);
  await waitUntil("the process has ended", () => !isRunning(failing));
  await waitUntil("the next one is ready", () => life.isReady());
  expect(new Set((await deliverAll()).map(({ kind }) => kind))).toEqual(new Set(["acknowledged"]));
  await weir.untilSettled();
  expect(ledger.compare(storedRows(weir.dataDir))).toEqual(nothingWrong);
  expect(weir.logText).toContain("a listener thread failed");
});

test("loses nothing acknowledged when processes with several listener threads are killed", async () => {
  const evidence = await crashRun({
    seed: 7,
    rounds: 6,
    requestsPerRound: [20, 150],
    victims: ["ingest", "all"],
    twinChance: 0.3,
    start: { env: threads },
  });
  expect(evidence.problems).toEqual([]);
  expect(evidence.ledger.compare(evidence.rows)).toEqual(nothingWrong);
});
