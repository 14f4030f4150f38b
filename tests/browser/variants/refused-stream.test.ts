import { expect, test } from "bun:test";
import type { LimitJson } from "@weir/protocol/manage/limit-routes";
import type { Page, Route } from "playwright-core";
import { waitUntil } from "../../harness/wait-until.ts";
import { describeWithServer, type OwnedServer } from "../harness/describe-with-owner.ts";
import { untilLive } from "../harness/until-live.ts";
import { sendReadings } from "../world/world-traffic.ts";

const refreshEveryMs = 30_000;
const paused = "Live updates are paused: you have 1 page open, which is the limit for one person.";

await describeWithServer(
  "a page whose live stream is refused",
  (at) => {
    test("says so, still refreshes, and goes live once there is room", async () => {
      const device = await createDevice(at);
      await besideLivePage(at, async (page, closeOther) => {
        await page.goto(`/devices/${device.uuid}/latest`);
        await page.getByText(paused).waitFor();
        expect(await page.getByText("Can’t reach the server").count()).toBe(0);
        await page.getByText("Not live", { exact: true }).first().waitFor();
        await sendReading(at, device, 1234.5);
        expect(await page.getByText("1234.5").count()).toBe(0);
        await page.clock.fastForward(refreshEveryMs);
        await page.getByText("1234.5").first().waitFor();
        await page.getByText("This page refreshes every 30 s.").waitFor();
        await closeOther();
        await page.clock.fastForward(refreshEveryMs);
        await untilLive(page);
        await page.getByText("Live updates are paused").waitFor({ state: "detached" });
      });
    });

    test("shows the first reading of a device at the next refresh", async () => {
      const device = await createDevice(at);
      await besideLivePage(at, async (page) => {
        await page.goto(`/devices/${device.uuid}/start`);
        await page.getByText(paused).waitFor();
        await page.getByText("Waiting for the first reading…").waitFor();
        await sendReading(at, device, 21.5);
        await page.clock.fastForward(refreshEveryMs);
        await page.getByText("saved ").waitFor();
        expect(await page.getByText("Waiting for the first reading…").count()).toBe(0);
      });
    });

    test("does not request it again before the server's Retry-After is over", async () => {
      // The stream itself, and then the request for the reason.
      const perTry = 2;
      let refusals = 0;
      const refuseForLonger = async (route: Route) => {
        const response = await route.fetch();
        await route.fulfill({ response, headers: { ...response.headers(), "retry-after": "50" } });
        refusals++;
      };
      await besideLivePage(at, async (page) => {
        await page.route("**/live", refuseForLonger);
        await page.goto("/devices");
        await page.getByText(paused).waitFor();
        const refreshed = page.waitForResponse(/\/devices\?/);
        await page.clock.fastForward(refreshEveryMs);
        await refreshed;
        expect(refusals).toBe(perTry);
        await page.clock.fastForward(refreshEveryMs);
        await waitUntil("it has tried again", () => refusals === 2 * perTry);
      });
    });
  },
  { WEIR_STREAMS_PER_CALLER: "1" },
);

interface Device {
  readonly uuid: string;
  readonly token: string;
}

function createDevice({ owner }: OwnedServer): Promise<Device> {
  return owner.do("POST", "./devices", { name: "Kiln", sensors: [{ slug: "heat" }] });
}

/** Waits until the server has noticed that a page was closed. */
function untilNobodyIsLive({ owner }: OwnedServer): Promise<void> {
  return waitUntil("the server has noticed that no page is open", async () => {
    const { items } = await owner.do("GET", "./limits");
    return items.find(({ name }: LimitJson) => name === "live_streams").used === 0;
  });
}

async function sendReading({ served }: OwnedServer, device: Device, value: number): Promise<void> {
  await sendReadings(served.url, device, "/sensors/heat/readings", { data: { value } });
  await served.weir.untilSettled();
}

function untilLiveOrRefused(page: Page): Promise<void> {
  return page.getByText("Live", { exact: true }).or(page.getByText(paused)).first().waitFor();
}

/** A page with its own clock, while another page has the only stream that is allowed. */
async function besideLivePage(
  at: OwnedServer,
  act: (page: Page, closeOther: () => Promise<void>) => Promise<void>,
): Promise<void> {
  await untilNobodyIsLive(at);
  const isLive = Promise.withResolvers<void>();
  const mayClose = Promise.withResolvers<void>();
  const expected = [`GET /api/manage/v1/accounts/${at.owner.account}/live 429`];
  const other = at.visit(
    async (page) => {
      await page.goto("/alarms");
      await untilLiveOrRefused(page);
      // The page of the visit before may have requested the stream while it was being closed, which the server notices
      // a moment later.
      while (!(await page.getByText("Live", { exact: true }).first().isVisible())) {
        await untilNobodyIsLive(at);
        await page.reload();
        await untilLiveOrRefused(page);
      }
      isLive.resolve();
      await mayClose.promise;
    },
    { expected },
  );
  await Promise.race([isLive.promise, other]);
  const closeOther = async () => {
    mayClose.resolve();
    await other;
    await untilNobodyIsLive(at);
  };
  try {
    await at.visit(
      async (page) => {
        await page.clock.install();
        await act(page, closeOther);
      },
      { expected },
    );
  } finally {
    await closeOther();
  }
}
