import { Database } from "bun:sqlite";
import { beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { waitUntil } from "../../harness/wait-until.ts";
import { describeWithServer } from "../harness/describe-with-owner.ts";
import { untilShown } from "../harness/every-page.ts";
import { setUpTimeoutMs } from "../harness/served-dashboard.ts";
import { raiseAlarmsIn } from "../world/alarming-account.ts";
import { sendReadings } from "../world/world-traffic.ts";

await describeWithServer(
  "what needs attention",
  (at) => {
    beforeAll(() => raiseAlarmsIn(at.owner), setUpTimeoutMs);

    async function addHotDevice(): Promise<(value: number) => Promise<unknown>> {
      const device = await at.createDevice(["temperature"]);
      const send = (value: number) =>
        sendReadings(at.served.url, device, "/sensors/temperature/readings", { data: { value } });
      await send(25);
      return send;
    }

    test("shows that messages are not being delivered until they are, with a link to System", async () => {
      // Without a reading, Home shows how to begin.
      await addHotDevice();
      await at.served.weir.untilSettled();
      using store = new Database(join(at.served.weir.dataDir, "weir.db"));
      // The server may be writing at the same moment.
      store.run("PRAGMA busy_timeout = 10000");
      store.run(
        `CREATE TRIGGER broken BEFORE UPDATE ON outbox WHEN new.claimed_by IS NOT NULL BEGIN SELECT RAISE(ABORT, 'broken'); END`,
      );
      store.run(`INSERT INTO outbox (key, account_id, sensor_id, chain_id, node_id, destination, message, created_ms, due_ms, state, settled_ms)
        VALUES ('m', 1, 1, 1, 'n', 'mail', '{"kind":"mail","to":["a@example.org"],"subject":"S","text":"T"}', 0, 0, 'dead', ${Date.now()})`);
      const { id } = store.query<{ id: number }, []>("SELECT id FROM outbox WHERE key = 'm'").get()!;
      await at.owner.do("POST", "./outbox/retry", { ids: [id] });
      const notices = async () => (await at.owner.do("GET", "./system")).notices;
      await waitUntil("it is noticed", async () => (await notices()).length > 0);
      await at.visit(async (page) => {
        await page.goto("/");
        await page.getByRole("link", { name: /Messages are not being delivered/ }).click();
        await page.waitForURL("**/system");
        await page.getByText("Messages are not being delivered").first().waitFor();
        store.run("DROP TRIGGER broken");
        await waitUntil("it is over", async () => (await notices()).length === 0);
        await page.goto("/");
        await untilShown(page);
        expect(await page.getByText("Messages are not being delivered").count()).toBe(0);
      });
      await clearAlarms();
    });

    test("does not understate the alarms of more devices than were loaded, and links to all of them", async () => {
      for (let devices = 0; devices < 101; devices++) await addHotDevice();
      await at.untilSettled();
      await at.visit(async (page) => {
        await page.goto("/");
        await page.getByRole("link", { name: /^warm on 100\+ devices/ }).click();
        await page.getByRole("heading", { name: "Alarms", level: 1 }).waitFor();
        await page.getByRole("button", { name: "New", pressed: true }).waitFor();
        expect(await page.getByLabel("Severity").inputValue()).toBe("warning");
      });
    });

    async function clearAlarms(): Promise<void> {
      const { items } = await at.owner.do("GET", "./alarms?state=active");
      for (const { id } of items) await at.owner.do("POST", `./alarms/${id}/clear`);
    }
  },
  { WEIR_DEMO: "false", WEIR_RATE_LIMIT: "100000" },
);
