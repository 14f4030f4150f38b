import { Database } from "bun:sqlite";
import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import type { ChainDefinition } from "@weir/rule-engine/chain";
import { node } from "@weir/rule-engine/testing/write-chain";
import { TestReceiver } from "../../packages/server/src/deliver/channels/test-receiver.ts";
import { gatherPages } from "../../packages/server/src/platform/gather-pages.ts";
import { SqliteReadingQueries } from "../../packages/server/src/store/readings/sqlite/sqlite-reading-queries.ts";
import { postReadings, type Sender } from "../harness/post-readings.ts";
import { SeededRandom } from "../harness/seeded-random.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { WeirInstallation } from "../harness/weir-installation.ts";
import { killVictim, type Victim } from "./crash-run.ts";
import { WebhookReceiver } from "./webhook-receiver.ts";

setDefaultTimeout(180_000);

const readings = 240;
const readingsPerKill = 20;
/** A kill comes at any moment within this time. */
const momentMs = 60;
const oneIn = 3;
const summed = 5;

/** Sends and saves every third reading, and saves the sum of the last five as another sensor. */
function statefulChain(url: string): ChainDefinition {
  return {
    nodes: [
      node("input", "input"),
      node("third", "split", { n: oneIn }),
      node("hook", "webhook", { url }),
      node("save", "save"),
      node("sum", "moving", { function: "sum", over: "readings", readings: summed }),
      node("save-sum", "save", { sensor: "sums" }),
    ],
    wires: [
      { from: "input", output: "out", to: "third" },
      { from: "third", output: "share", to: "hook" },
      { from: "hook", output: "queued", to: "save" },
      { from: "input", output: "out", to: "sum" },
      { from: "sum", output: "out", to: "save-sum" },
    ],
  };
}

/** Rules that fire, clear and fire again as the values rise: outside a range, so often in a row. */
const ranges = [20, 45, 70, 95, 120, 145, 170, 195].map((min, index) => ({
  name: `Outside ${min}`,
  min,
  max: min + 20,
  hysteresis: index % 2,
  for_readings: 1 + (index % 3),
}));

test("keeps the state of chains and alert rules right and delivers every webhook and notification under one key, whatever is killed and when", async () => {
  const random = new SeededRandom(11);
  using receiver = new WebhookReceiver(random);
  await using weir = new WeirInstallation({
    env: { WEIR_OUTBOX_ALLOW: "127.0.0.1", WEIR_RATE_LIMIT: "1000000" },
  });
  const device = await weir.createDevice(["a", "sums"]);
  await weir.publishDefaultChain(statefulChain(receiver.url));
  for (const { name, ...range } of ranges)
    await weir.createAlertRule({
      name,
      severity: "info",
      text: "{{value}}",
      target: { kind: "sensor", sensor: device.sensors[0]!.uuid },
      condition: { kind: "outside", ...range, for_seconds: 0 },
    });
  using told = new TestReceiver();
  await weir.notifyAt(told.url);
  let life = await weir.start();
  const [sensor, sums] = device.sensors;
  const values = Array.from({ length: readings }, (_, index) => index + 1);
  for (const value of values) {
    if (value % readingsPerKill === 0) {
      // Makes sure that there is state to lose. Otherwise the last processor would see all readings.
      const settled = value - random.between(1, readingsPerKill / 2);
      await waitUntil(`${settled} readings are settled`, async () => (await weir.status()).saved >= settled);
      await Bun.sleep(random.fraction() * momentMs);
      await killVictim(life, random.pick<Victim>(["server", "process", "manage", "all"]));
      if (life.server() === null) life = await weir.start();
    }
    await waitUntil(`reading ${value} is acknowledged`, () => isAcknowledged(weir.url, device, value));
  }
  await weir.untilSettled(60_000);
  await waitUntil("no message waits", () => waitingMessages(weir.dataDir) === 0, 90_000);

  const sent = values.filter((value) => (value - 1) % oneIn === 0);
  expect(await storedValues(weir.dataDir, sensor!.id)).toEqual(sent);
  expect(await storedValues(weir.dataDir, sums!.id)).toEqual(
    values.map((value) => values.slice(Math.max(0, value - summed), value).reduce((a, b) => a + b)),
  );
  const delivered = [...receiver.valuesByKey.values()].map((ofKey) => [...ofKey]);
  expect(delivered.every((ofKey) => ofKey.length === 1)).toBeTrue();
  expect(delivered.flat().sort((a, b) => a - b)).toEqual(sent);
  expect(receiver.deliveries).toBeGreaterThanOrEqual(sent.length);
  expect(raisedAlarms(weir.dataDir)).toEqual(ranges.flatMap((range) => expectedAlarms(range, sent)));
  const changes = ranges.flatMap(({ name }) => [`${name} raised`, `${name} cleared`, `${name} raised`]);
  expect(toldChanges(told).sort()).toEqual(changes.sort());
});

/** What the receiver was told, without repeats, which have the same key. */
function toldChanges({ received }: TestReceiver): string[] {
  const byKey = new Map(received.map(({ headers, body }) => [headers.get("idempotency-key"), body]));
  return [...byKey.values()].map((body) => {
    const [{ name, change }] = JSON.parse(body.toString()).alarms;
    return `${name} ${change}`;
  });
}

/** Sends the reading once. A duplicate counts as acknowledged, too. */
async function isAcknowledged(url: string, device: Sender, value: number): Promise<boolean> {
  try {
    const data = { value, timestamp: new Date(1_780_000_000_000 + value * 1000).toISOString() };
    return (await postReadings(url, device, { sensor: "a", data })).status === 202;
  } catch {
    return false;
  }
}

/** In order of time. */
async function storedValues(dataDir: string, sensorId: number): Promise<number[]> {
  const queries = new SqliteReadingQueries(dataDir);
  try {
    return (await gatherPages(queries.readings({ sensorId }))).map(({ value }) => value);
  } finally {
    await queries.close();
  }
}

interface RaisedAlarm {
  readonly name: string;
  readonly raised: number;
  readonly readings: number;
  readonly isCleared: 0 | 1;
}

/** Each alarm once, whatever was processed again: raised by its first run, cleared within the range, raised again. */
function expectedAlarms(
  { name, min, max, ...range }: (typeof ranges)[number],
  sent: readonly number[],
): RaisedAlarm[] {
  const { hysteresis, for_readings: inARow } = range;
  const below = sent.filter((value) => value < min);
  const untilCleared = sent.filter((value) => value < min + hysteresis);
  const above = sent.filter((value) => value > max);
  const first = {
    name,
    raised: below[inARow - 1]!,
    readings: untilCleared.length - inARow + 1,
    isCleared: 1,
  } as const;
  return [first, { name, raised: above[inARow - 1]!, readings: above.length - inARow + 1, isCleared: 0 }];
}

function raisedAlarms(dataDir: string): RaisedAlarm[] {
  using store = new Database(join(dataDir, "weir.db"), { readonly: true });
  const alarms = store.query(
    `SELECT name, raised_value AS raised, readings, cleared_us IS NOT NULL AS isCleared
     FROM alarms ORDER BY rule_id, id`,
  );
  return alarms.all() as RaisedAlarm[];
}

function waitingMessages(dataDir: string): number {
  using store = new Database(join(dataDir, "weir.db"), { readonly: true });
  const row = store.query("SELECT count(*) AS waiting FROM outbox WHERE state = 'waiting'").get();
  return (row as { waiting: number }).waiting;
}
