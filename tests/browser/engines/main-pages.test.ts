import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { buildDashboard } from "../../../scripts/build-dashboard.ts";
import { ensureSystemPackages } from "../../../scripts/system-packages.ts";
import { describeUnless } from "../../harness/describe-unless.ts";
import type { InstalledDevice } from "../../harness/installed-data.ts";
import { displayServer, firefox, webkitDriver } from "../../harness/programs.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { WeirInstallation } from "../../harness/weir-installation.ts";
import { setUpTimeoutMs } from "../harness/served-dashboard.ts";
import { solePerson } from "../world/account-on-server.ts";
import { ManageSession } from "../world/manage-session.ts";
import { sendReadings } from "../world/world-traffic.ts";
import { boxOf, click, drag, type EngineTab, typeText } from "./engine-tab.ts";
import { openFirefox } from "./firefox.ts";
import { openWebKit } from "./webkit.ts";

setDefaultTimeout(60_000);

const engines = [
  { name: "Firefox", programs: [firefox], open: openFirefox },
  { name: "WebKit, the engine of Safari", programs: [webkitDriver, displayServer], open: openWebKit },
];
const minuteMs = 60_000;
const chart = '[role="group"][aria-label^="temperature from"]';

for (const { name, programs, open } of engines) {
  const ensured = await ensureSystemPackages(programs);
  describeUnless(ensured.ok ? null : ensured.problem, name, () => {
    let weir: WeirInstallation;
    let device: InstalledDevice;
    let tab: EngineTab;

    beforeAll(async () => {
      await buildDashboard();
      weir = new WeirInstallation();
      await weir.createOwner(solePerson);
      await weir.start();
      device = await weir.createDevice(["temperature"]);
      const data = Array.from({ length: 50 }, (_, place) => ({
        value: 20 + (place % 7) / 2,
        timestamp: new Date(Date.now() - (50 - place) * minuteMs).toISOString(),
      }));
      const owner = await ManageSession.signIn(weir.url, solePerson);
      await owner.do("POST", "./alert-rules", {
        name: "Too warm",
        severity: "warning",
        text: "It is {{value}} °C",

        target: { kind: "sensor", sensor: await sensorOf(owner) },
        condition: { kind: "above", limit: 22 },
      });
      await sendReadings(weir.url, device, "/sensors/temperature/readings/bulk", { data });
      await weir.untilSettled();
      tab = await open();
    }, setUpTimeoutMs);

    afterAll(async () => {
      await tab?.[Symbol.asyncDispose]();
      await weir?.[Symbol.asyncDispose]();
    });

    async function sensorOf(owner: ManageSession): Promise<string> {
      return (await owner.do("GET", `./devices/${device.uuid}/sensors`)).items[0].uuid;
    }

    /** Opens a page and waits for its content, or until the page reports an error. */
    async function show(path: string, text: string): Promise<void> {
      await tab.open(`${weir.url}${path}`);
      await untilShown(text);
    }

    async function untilShown(text: string): Promise<void> {
      const ends = [text, "This page stopped working"];
      const hasEnd = `${JSON.stringify(ends)}.some((words) => document.body?.textContent.includes(words))`;
      const read = () => tab.run<string>(`document.body?.innerText ?? ""`);
      let shown = "";
      await waitUntil(`${text} is shown`, async () => {
        // Reads `innerText` only at the end. It lays out the whole page, which takes seconds in the documentation.
        if (await tab.run<boolean>(hasEnd)) shown = await read();
        return ends.some((words) => shown.includes(words));
      }).catch(async (error: Error) => {
        throw new Error(`${error.message} This is:\n${await read()}`);
      });
      expect(shown).toContain(text);
      expect(tab.faults).toEqual([]);
    }

    test("signs in with the form", async () => {
      await show("/", "Forgot your password?");
      await click(tab, 'input[type="email"]');
      await typeText(tab, solePerson.email);
      await click(tab, 'input[type="password"]');
      await typeText(tab, solePerson.password);
      await click(tab, 'button[type="submit"]');
      await untilShown("device online");
    });

    test("shows Home, devices, activity, settings and documentation", async () => {
      await show("/", "device online");
      await show("/devices", "Test device");
      await show(`/devices/${device.uuid}`, "temperature");
      await show("/activity", "50 accepted");
      await show("/settings", solePerson.email);
      await show("/docs", "Add a device.");
      await show("/docs/api", "/api/v1/devices");
    });

    test("shows, hides and copies a token without the clipboard that plain HTTP lacks", async () => {
      await show(`/devices/${device.uuid}/credentials`, "Show Token");
      await tab.run(`void Object.defineProperty(navigator, "clipboard", { value: undefined })`);
      const hasToken = () =>
        tab.run<boolean>(`document.body?.innerHTML.includes(${JSON.stringify(device.token)})`);
      expect(await hasToken()).toBe(false);
      await clickButton("Show Token");
      await waitUntil("the token is shown", hasToken);
      await clickButton("Done");
      await untilShown("Hide");
      await click(tab, '[aria-label="Copy token"]');
      await waitUntil("it is copied", () =>
        tab.run(`document.querySelector('[aria-label="Copied"]') !== null`),
      );
      await clickButton("Hide");
      await waitUntil("the token is hidden", async () => !(await hasToken()));
      expect(tab.faults).toEqual([]);
    });

    /** Finds a button by its text, because class names have no meaning. */
    async function clickButton(text: string): Promise<void> {
      const found = `[...document.querySelectorAll("button")].filter(({ innerText }) => innerText === "${text}").at(-1)`;
      await waitUntil(`${text} is there`, () => tab.run(`${found} !== undefined`));
      await tab.run(`void ${found}.click()`);
    }

    test("draws a chart, and zooms in by keyboard and mouse", async () => {
      await show(`/devices/${device.uuid}/charts?range=1h`, "temperature");
      await waitUntil("the chart is there", () =>
        tab.run(`document.querySelector('${chart} canvas') !== null`),
      );
      const spans = [await spanShown()];
      await tab.run(`document.querySelector('${chart}').focus()`);
      await typeText(tab, "+");
      await waitUntil("the chart shows less", async () => (await spanShown()) !== spans[0]);
      spans.push(await spanShown());
      const { x, y, width, height } = await boxOf(tab, `${chart} .u-over`);
      await drag(tab, [x + width / 4, y + height / 2], [x + width / 2, y + height / 2]);
      await waitUntil("the chart shows even less", async () => (await spanShown()) !== spans[1]);
      expect(tab.faults).toEqual([]);
    });

    test("shows an alarm with the readings around it, and takes a comment", async () => {
      const owner = await ManageSession.signIn(weir.url, solePerson);
      const [alarm] = (await owner.do("GET", "./alarms")).items;
      await show(`/alarms/${alarm.id}`, "temperature around this time");
      await waitUntil("the chart is there", () =>
        tab.run(`document.querySelector('[aria-label*="around the alarm"] canvas') !== null`),
      );
      // The page may still move while other parts of it are loading, so a click could miss.
      await tab.run(`document.querySelector("textarea").focus()`);
      await typeText(tab, "Checked");
      await clickButton("Add comment");
      await untilShown("ada commented");
    });

    function spanShown(): Promise<string> {
      return tab.run(`document.querySelector('${chart}').getAttribute("aria-label")`);
    }

    test("shows a board, and the same board by its share link", async () => {
      const owner = await ManageSession.signIn(weir.url, solePerson);
      const source = { device: device.uuid, sensor: "temperature" };
      const place = { x: 0, y: 0, width: 6, height: 3 };
      const definition = {
        tiles: [
          { id: "now", kind: "value", title: "Now", place, settings: { source } },
          {
            id: "day",
            kind: "chart",
            title: "Day",
            place: { ...place, y: 3 },
            settings: { sources: [source] },
          },
        ],
      };
      const { uuid } = await owner.do("POST", "./boards", { name: "Hall", definition });
      const { token } = await owner.do("POST", `./boards/${uuid}/share-links`, { expires_in_days: 1 });
      for (const path of [`/boards/${uuid}`, `/shared#${token}`]) {
        await show(path, "Test device");
        await waitUntil("the chart is drawn", () =>
          tab.run(`document.querySelector('article[aria-label="Day"] canvas') !== null`),
        );
        expect(tab.faults).toEqual([]);
      }
    });

    test("opens a chain in the editor", async () => {
      const owner = await ManageSession.signIn(weir.url, solePerson);
      const [chain] = (await owner.do("GET", "./chains")).items;
      await show(`/chains/${chain.uuid}`, chain.name);
      const nodes = "document.querySelectorAll('.react-flow__node').length";
      await waitUntil("its nodes are drawn", async () => (await tab.run<number>(nodes)) >= 2);
      expect(tab.faults).toEqual([]);
    });
  });
}
