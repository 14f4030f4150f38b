import { expect, test } from "bun:test";
import { sendReadings } from "../../browser/world/world-traffic.ts";
import { holdStore } from "../../harness/hold-store.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { describeServedPages } from "../harness/describe-served-pages.ts";
import { untilLive } from "../harness/until-live.ts";
import { untilShown } from "../harness/until-shown.ts";

/** Fails for a reading of 0. */
const dividing = {
  nodes: [
    node("input", "input", {}),
    node("divide", "calculate", { value: "1.0 / value" }),
    node("save", "save", {}),
  ],
  wires: [
    { from: "input", output: "out", to: "divide" },
    { from: "divide", output: "out", to: "save" },
  ],
};

/** Saves readings above 20. Readings below 0 are ended on purpose, and those in between are lost. */
const filtering = {
  nodes: [
    node("input", "input", {}),
    node("cold", "compare", { operator: "<", value: 0 }),
    node("stop", "stop", {}),
    { ...node("warm", "compare", { operator: ">", value: 20 }), name: "" },
    node("save", "save", {}),
  ],
  wires: [
    { from: "input", output: "out", to: "cold" },
    { from: "cold", output: "true", to: "stop" },
    { from: "cold", output: "false", to: "warm" },
    { from: "warm", output: "true", to: "save" },
  ],
};

function node(id: string, type: string, config: object) {
  return { id, type, version: 1, name: id === "divide" ? "Divide" : id, config, position: { x: 0, y: 0 } };
}

describeServedPages("activity", (at) => {
  test("keeps rejected readings once that is switched on, and shows the first as it arrives", async () => {
    const device = await at.owner.do("POST", "./devices", {
      name: "Loft",
      quarantine: false,
      sensors: [{ slug: "dust", name: "Dust" }],
    });
    await at.visit(async (page) => {
      await page.goto("/activity");
      const tab = page.getByRole("link", { name: "Quarantine" });
      await untilLive(page);
      await tab.click();
      // Both pages have a filter named Reason, so the filter does not tell which page is shown.
      await page.getByText("The quarantine is empty").waitFor();
      await page.goto(`/activity/quarantine?device=${device.uuid}`);
      await page.getByRole("button", { name: "Keep rejected readings from now on" }).click();
      await page.getByText("No matching readings").waitFor();
      await untilLive(page);
      await sendReadings(at.served.url, device, "/readings", { data: [{ sensor_slug: "pollen", value: 7 }] });
      await page.getByRole("button", { name: "Create sensor “pollen”" }).waitFor();
    });
  });

  test("says whether the rejected readings of a device are kept, in every state of its quarantine", async () => {
    const device = await at.owner.do("POST", "./devices", {
      name: "Silo",
      sensors: [{ slug: "level", name: "Level" }],
    });
    const set = (quarantine_mode: string) =>
      at.owner.do("PATCH", `./devices/${device.uuid}`, { quarantine_mode });
    const misname = async () => {
      const data = [{ sensor_slug: "Level", value: 7 }];
      const answer = await sendReadings(at.served.url, device, "/readings", { data });
      return answer.headers.get("x-request-id")!;
    };
    const automatic = "Rejected readings of Silo are kept until its first day without rejections.";
    const off = "Quarantine is off for Silo, so its rejected readings are not kept.";
    await at.visit(async (page) => {
      const quarantine = `/activity/quarantine?device=${device.uuid}`;
      await page.goto(quarantine);
      await page.getByText(automatic).waitFor();
      const kept = await misname();
      await page.getByRole("table", { name: "Readings in quarantine" }).waitFor();
      await page.getByText(automatic).waitFor();
      await set("on");
      await page.goto(quarantine);
      await page.getByText("Rejected readings of Silo are kept.").waitFor();
      await set("off");
      await page.goto(quarantine);
      await page.getByText(off).waitFor();
      await page.goto(`/activity/${kept}`);
      await page.getByText("1 rejected reading of this request is in quarantine.").waitFor();
      await page.goto(`/activity/${await misname()}`);
      await page.getByText("No rejected reading of this request is in quarantine.").waitFor();
      await page.getByText(off).waitFor();
    });
  });

  test("is filtered by the reason in its link, and shows only matching arrivals", async () => {
    const device = await at.owner.do("POST", "./devices", {
      name: "Barn",
      sensors: [{ slug: "humidity", name: "Humidity" }],
    });
    const send = (slug: string, headers = {}) =>
      sendReadings(at.served.url, device, "/readings", { data: [{ sensor_slug: slug, value: 61 }] }, headers);
    await send("humid");
    await send("humidity", { authorization: "Bearer wdt_another" });
    await at.visit(async (page) => {
      await page.goto(`/activity?device=${device.uuid}&reason=dropped_unknown_sensor`);
      await untilLive(page);
      const rows = page.getByRole("list", { name: "Requests, newest first" }).getByRole("link");
      await rows.filter({ hasText: "did you mean “humidity”?" }).waitFor();
      expect(await rows.count()).toBe(1);
      await send("humidity", { authorization: "Bearer wdt_another" });
      await send("moist");
      await rows.filter({ hasText: "moist" }).waitFor();
      expect(await rows.count()).toBe(2);
      await page.getByLabel("Reason").selectOption("Refused: invalid token");
      await page.waitForURL(/reason=invalid_token/);
      await rows.filter({ hasText: "invalid token" }).first().click();
      await page.getByText("may have the token of another device").waitFor();
      await page.getByRole("link", { name: "Show device token" }).click();
      await page.waitForURL(/\/credentials$/);
      await at.owner.do("POST", "./devices/bulk-update", { devices: [device.uuid], enabled: false });
      await send("humidity");
      await page.goto(`/activity?device=${device.uuid}&reason=device_disabled`);
      await rows.filter({ hasText: "Refused: device disabled" }).click();
      await page.getByRole("link", { name: "Enable the device in its settings" }).waitFor();
    });
  });

  test("shows which chain saved a reading, and why another failed", async () => {
    const device = await at.owner.do("POST", "./devices", {
      name: "Pump",
      sensors: [{ slug: "flow", name: "Flow" }],
    });
    const { uuid: chain } = await at.owner.do("POST", "./chains", { name: "Ratio", definition: dividing });
    await at.owner.do("POST", `./chains/${chain}/publish`, {});
    await at.owner.do("PUT", "./chain-assignments", { chain, device: device.uuid });
    const answer = await sendReadings(at.served.url, device, "/readings", {
      data: [2, 0].map((value) => ({ sensor_slug: "flow", value })),
    });
    await at.visit(async (page) => {
      await page.goto(`/activity/${answer.headers.get("x-request-id")}`);
      const readings = page.getByRole("list", { name: "Readings of the request" });
      const saved = readings.getByRole("listitem").filter({ hasText: "data[0]" });
      await saved.getByRole("link", { name: "Ratio v1" }).waitFor();
      const kept = page.getByRole("list", { name: "Saved readings" });
      expect(await kept.innerText()).toMatch(/^flow ?0\.5 ?at /);
      const dead = readings.getByRole("listitem").filter({ hasText: "data[1]" });
      await dead.getByRole("link", { name: /Ratio v1: Divide/ }).waitFor();
      const reason = await dead.getByRole("list", { name: "Errors" }).locator("span").first().innerText();
      await dead.getByRole("button", { name: "View dead letter" }).click();
      await page.getByRole("dialog", { name: "Dead letter" }).getByText(reason).waitFor();
      await page.keyboard.press("Escape");
      await dead.getByRole("link", { name: "Open node in editor" }).click();
      await page.waitForURL(/\?node=divide$/);
    });
  });

  async function addFiltered(name: string, slugs: readonly string[]) {
    const sensors = slugs.map((slug) => ({ slug }));
    const device = await at.owner.do("POST", "./devices", { name, sensors });
    const { uuid: chain } = await at.owner.do("POST", "./chains", { name, definition: filtering });
    await at.owner.do("POST", `./chains/${chain}/publish`, {});
    await at.owner.do("PUT", "./chain-assignments", { chain, device: device.uuid });
    return {
      device,
      chain,
      send: async (...values: number[]) => {
        const data = values.map((value, place) => ({ sensor_slug: slugs[place % slugs.length], value }));
        const answer = await sendReadings(at.served.url, device, "/readings", { data });
        return answer.headers.get("x-request-id")!;
      },
    };
  }

  test("turns a request amber when its readings end unsaved, and says which and where", async () => {
    const { device, send } = await addFiltered("Kiln", ["inside", "outside"]);
    await at.visit(async (page) => {
      await page.goto(`/activity?device=${device.uuid}`);
      await untilLive(page);
      const rows = page.getByRole("list", { name: "Requests, newest first" }).getByRole("listitem");
      const store = holdStore(at.served.weir.dataDir);
      await send(30, 18.5);
      await rows.filter({ hasText: "Accepted202" }).filter({ hasText: "2 accepted" }).waitFor();
      expect(await rows.filter({ hasText: "not saved" }).count()).toBe(0);
      store[Symbol.dispose]();
      const lost = rows.filter({ hasText: "2 accepted · 1 not saved" });
      const amber = async () => {
        await lost.getByText("outside 18.5 ended at “Compare”, output “false”").waitFor();
        await lost.getByText("Accepted, partly saved").waitFor();
        expect(await lost.getAttribute("class")).toContain("border-l-warn");
      };
      await amber();
      await send(-4, 25);
      await rows.nth(1).waitFor();
      await page.reload();
      await amber();
      expect(await rows.count()).toBe(2);
      expect(await rows.first().getAttribute("class")).not.toContain("warn");
      await page.getByLabel("Problems only").check();
      await page.waitForURL(/only=troubled/);
      await waitUntil("the other is gone", async () => (await rows.count()) === 1);
      await amber();
      await send(31, 19.25);
      await rows.filter({ hasText: "outside 19.25" }).waitFor();

      await lost.last().getByRole("link").click();
      await page.getByText("1 not saved", { exact: true }).first().waitFor();
      const readings = page.getByRole("list", { name: "Readings of the request" });
      const one = readings.getByRole("listitem").filter({ hasText: "data[1]" });
      expect(await one.innerText()).toMatch(/outside ?18\.5/);
      await one.getByText("left by the output “false” at “Compare” in “Kiln”, version 1").waitFor();
      await one.getByRole("link", { name: "Open node in editor" }).click();
      await page.waitForURL(/\?node=warm$/);
    });
  });

  test("lists where readings are lost under Needs attention, until the chain is fixed", async () => {
    const { chain, send } = await addFiltered("Cellar", ["air"]);
    await at.visit(async (page) => {
      await page.goto("/");
      await untilLive(page);
      await send(-4);
      await send(12.25);
      const item = page.getByRole("link", { name: /^Readings of Cellar are not saved/ });
      await item.getByText("air 12.25 ended at “Compare”, output “false”, in “Cellar”").waitFor();
      await item.click();
      await page.getByRole("heading", { name: "Cellar", level: 1 }).waitFor();
      await page.getByText("air 12.25 ended at “Compare”").waitFor();
      const wires = [...filtering.wires, { from: "warm", output: "false", to: "save" }];
      const mended = { ...filtering, wires };
      await at.owner.do("PUT", `./chains/${chain}/draft`, mended, { "if-match": "*" });
      await at.owner.do("POST", `./chains/${chain}/publish`, {}, { "if-match": "*" });
      await page.goto("/");
      await page.getByRole("heading", { name: "Needs attention" }).waitFor();
      await untilShown(page);
      expect(await item.count()).toBe(0);
    });
  });

  test("lists a chain that takes too long under Needs attention, with the slow node", async () => {
    const loops = Array.from({ length: 9 }, (_, nth) =>
      node(`loop-${nth}`, "expression", { when: "metadata.list.exists(x, x + 1.0 > 9.0)" }),
    );
    /** The loops stay within the limit on their own, but not with another loop behind them. */
    const publishLooping = async (name: string, last: { readonly id: string }): Promise<string> => {
      const nodes = [node("input", "input", {}), ...loops, last];
      const wires = nodes.slice(1).map(({ id }, place) => ({
        from: nodes[place]!.id,
        output: place === 0 ? "out" : "false",
        to: id,
      }));
      const { uuid } = await at.owner.do("POST", "./chains", { name, definition: { nodes, wires } });
      await at.owner.do("POST", `./chains/${uuid}/publish`, {});
      return uuid;
    };
    const second = await publishLooping("Second half", node("save", "save", {}));
    const chain = await publishLooping("First half", node("on", "chain", { chain: second }));
    const device = await at.owner.do("POST", "./devices", { name: "Mill", sensors: [{ slug: "air" }] });
    await at.owner.do("PUT", "./chain-assignments", { chain, device: device.uuid });
    const list = Array.from({ length: 1900 }, () => 1);
    await sendReadings(at.served.url, device, "/readings", {
      data: [{ sensor_slug: "air", value: 1, list }],
    });
    await waitUntil("the server knows where it took too long", async () => {
      const { items } = await at.owner.do("GET", "./unsaved-readings");
      return items.some(({ cause }: { readonly cause: string }) => cause === "too_expensive");
    });
    await at.visit(async (page) => {
      await page.goto("/");
      const item = page.getByRole("link", { name: /^Chain (First|Second) half takes too long/ });
      await item.getByText(/“loop-\d” takes most of that time/).waitFor();
      await item.click();
      await page.waitForURL(/\/chains\/[\w-]+/);
    });
  });

  test("shows the slug and value of every accepted reading, even of a device with many sensors", async () => {
    const slugs = Array.from({ length: 60 }, (_, nth) => `s${nth}`);
    const { send } = await addFiltered("Rack", slugs);
    const id = await send(...slugs.map((_, nth) => 100 + nth));
    await at.untilSettled();
    await at.visit(async (page) => {
      await page.goto(`/activity/${id}`);
      const values = page.getByRole("list", { name: "Values" }).getByRole("listitem");
      await page.getByRole("button", { name: "Show 40 more" }).click();
      const expected = slugs.map((slug, nth) => `${slug}${100 + nth}`);
      expect((await values.allTextContents()).map((text) => text.trim())).toEqual(expected);
    });
  });
});
