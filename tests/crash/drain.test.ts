import { expect, setDefaultTimeout, test } from "bun:test";
import type { InstalledDevice } from "../harness/installed-data.ts";
import { RawConnection } from "../harness/raw-connection.ts";
import { runSeed, SeededRandom } from "../harness/seeded-random.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { WeirInstallation } from "../harness/weir-installation.ts";
import { Ledger, nothingWrong } from "./ledger.ts";
import { SimulatedDevice } from "./simulated-device.ts";
import { storedRows } from "./stored-rows.ts";
import { Traffic } from "./traffic.ts";

setDefaultTimeout(60_000);

const body = JSON.stringify({ data: { value: 1, timestamp: "2026-01-01T00:00:00Z" } });

/** A request whose body is still to come. */
function headOf({ uuid, token }: InstalledDevice): string {
  return [
    `POST /api/v1/devices/${uuid}/sensors/a/readings HTTP/1.1`,
    "Host: weir",
    `Authorization: Bearer ${token}`,
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
    "\r\n",
  ].join("\r\n");
}

async function isListening(url: string): Promise<boolean> {
  try {
    using _ = await RawConnection.open(url);
    return true;
  } catch {
    return false;
  }
}

test("exits with code 0 on SIGTERM under load, and has stored everything acknowledged by then", async () => {
  await using weir = new WeirInstallation({ env: { WEIR_DUPLICATE_WINDOW_S: "3600" } });
  const random = new SeededRandom(runSeed());
  const ledger = new Ledger();
  const devices: SimulatedDevice[] = [];
  while (devices.length < 4) {
    devices.push(new SimulatedDevice(weir.url, await weir.createDevice(["a", "b"]), ledger));
  }
  let life = await weir.start();
  using traffic = new Traffic(devices, random);
  for (let stop = 0; stop < 3; stop++) {
    const until = traffic.requests + random.between(50, 300);
    await waitUntil(`${until} requests were sent`, () => traffic.requests >= until);
    expect(await life.stop()).toBe(0);
    await life.untilRolesEnded();
    expect(ledger.compare(storedRows(weir.dataDir))).toEqual(nothingWrong);
    life = await weir.start();
  }
  await traffic.finish();
  const { accepted, saved, dead } = await weir.untilSettled();
  const rows = storedRows(weir.dataDir);
  expect(traffic.problems).toEqual([]);
  expect(ledger.compare(rows)).toEqual(nothingWrong);
  expect({ accepted, saved, dead }).toEqual({ accepted: rows.length, saved: rows.length, dead: 0 });
});

test("lets started requests finish on SIGTERM, accepts no new ones, and is not ready meanwhile", async () => {
  await using weir = new WeirInstallation();
  const device = await weir.createDevice(["a"]);
  const life = await weir.start();
  using begun = await RawConnection.open(weir.url);
  using probe = await RawConnection.open(weir.url);
  probe.write("GET /readyz HTTP/1.1\r\nHost: weir\r\n\r\n");
  expect((await probe.answer()).status).toBe(200);
  begun.write(headOf(device) + body.slice(0, 10));
  // The server has read the head of the request when it answers a later one.
  expect((await fetch(`${weir.url}/healthz`)).status).toBe(200);

  life.signalServer("SIGTERM");
  await waitUntil("no new connection is taken", async () => !(await isListening(weir.url)));
  probe.write("GET /readyz HTTP/1.1\r\nHost: weir\r\n\r\n");
  const answer = await probe.answer().catch(() => null);
  expect(answer?.status ?? "closed").toBeOneOf([503, "closed"]);

  begun.write(body.slice(10));
  const { status, body: outcome } = await begun.answer();
  expect(status).toBe(202);
  expect(JSON.parse(outcome)).toMatchObject({ accepted: 1 });
  expect(await life.exited).toBe(0);
  expect(storedRows(weir.dataDir)).toHaveLength(1);
});

test("does not wait forever on SIGTERM for a request that never ends", async () => {
  await using weir = new WeirInstallation({ env: { WEIR_DRAIN_TIMEOUT_S: "1" } });
  const device = await weir.createDevice(["a"]);
  const life = await weir.start();
  using begun = await RawConnection.open(weir.url);
  begun.write(headOf(device) + body.slice(0, 10));
  expect((await fetch(`${weir.url}/healthz`)).status).toBe(200);
  expect(await life.stop()).toBe(0);
  expect(storedRows(weir.dataDir)).toEqual([]);
});
