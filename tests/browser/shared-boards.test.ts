import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";

import { waitUntil } from "../harness/wait-until.ts";
import { describeWithServer } from "./harness/describe-with-owner.ts";
import { setUpTimeoutMs } from "./harness/served-dashboard.ts";
import { visit } from "./harness/visit.ts";
import { addHallBoard, type HallBoard } from "./world/hall-board.ts";

/** The squares of a map that browsers have asked for. */
const squares = new Set<string>();
const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><rect width="256" height="256" fill="#dde"/></svg>`;

/** A site of its own that shows a page in a frame: `/?` and the address of the page. */
const framing = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: ({ url }) => {
    const { pathname, search } = new URL(url);
    if (pathname.startsWith("/tiles/")) {
      squares.add(pathname);
      return new Response(picture, { headers: { "Content-Type": "image/svg+xml" } });
    }
    const address = decodeURIComponent(search.slice(1));
    return new Response(`<!doctype html><iframe width="900" height="600" src="${address}">`, {
      headers: { "Content-Type": "text/html" },
    });
  },
});
const settings = {
  WEIR_SHARE_FRAME_HOSTS: `127.0.0.1:${framing.port}`,
  WEIR_MAP_TILES: `http://127.0.0.1:${framing.port}/tiles/{z}/{x}/{y}.svg`,
  WEIR_MAP_ATTRIBUTION: "© Test maps",
};
const sharedApi = "/api/manage/v1/shared/board";

await describeWithServer(
  "shared boards",
  (at) => {
    let hall: HallBoard;
    beforeAll(async () => {
      hall = await addHallBoard(at);
    }, setUpTimeoutMs);
    afterAll(() => framing.stop(true));

    /** Visits as somebody without an account. */
    const asStranger: typeof at.visit = (act, options = {}) =>
      visit({ browser: at.served.browser, url: at.served.url, ...options }, act);

    test("are shown to whoever has the link, are kept up to date, and end when it is revoked", async () => {
      const gone = [
        `GET ${sharedApi} 404`,
        ...[0, 1, 2, 3, 4, 5, 6, 8, 9].map((nth) => `GET ${sharedApi}/tiles/t${nth} 404`),
      ];
      await at.visit(async (mine) => {
        await mine.goto(`/boards/${hall.uuid}`);
        const openLinks = async () => {
          await mine.getByRole("button", { name: "Actions for Hall" }).click();
          await mine.getByRole("menuitem", { name: "Share…" }).click();
        };
        await openLinks();
        await mine.getByText("Not shared yet").waitFor();
        await mine.getByRole("button", { name: "New link…" }).click();
        const form = mine.getByRole("dialog", { name: "New share link for Hall" });
        await form.getByLabel("Name").fill("Screen");
        await form.getByLabel("Expires on").fill(dayIn(10));
        await form.getByLabel("Allow embedding").check();
        await form.getByRole("button", { name: "Create link" }).click();
        const link = await mine.getByRole("region", { name: "Link" }).innerText();
        await mine.getByRole("img", { name: "QR code of the link" }).waitFor();
        const code = await mine.getByRole("region", { name: "Embed code" }).innerText();
        expect(code).toStartWith(`<iframe src="${link}" title="Hall" `);
        await mine.getByText("This link works only on this computer").waitFor();
        await mine.getByRole("button", { name: "I’ve copied it" }).click();
        const row = mine.getByRole("list", { name: "Share links" }).getByRole("listitem");
        await row.getByText("Last used never").waitFor();
        expect(await row.innerText()).toContain("Shows North");
        expect(await row.innerText()).toContain("Can be embedded in other sites");

        await asStranger(
          async (page) => {
            const asked = new Set<string>();
            page.on("request", (request) => {
              const { pathname } = new URL(request.url());
              if (pathname.startsWith("/api/")) asked.add(pathname.replace(/\/t\d$/, ""));
            });
            await page.clock.install();
            await page.goto(link);
            await page.getByRole("heading", { name: "Hall", level: 1 }).waitFor();
            await page.getByText("North · Last 24 hours").waitFor();
            await article(page, "Now").getByText("21.5").waitFor();
            await article(page, "Scale")
              .getByRole("img", { name: "21.5, on a scale from 0 to 40" })
              .waitFor();
            await article(page, "Day").getByRole("group").waitFor();
            await article(page, "Rooms")
              .getByRole("row")
              .filter({ hasText: "North" })
              .getByText("21.5")
              .waitFor();
            await article(page, "Fleet").getByText("1 of 1 device online").waitFor();
            await article(page, "Alarms").getByText("No active alarms.").waitFor();
            await article(page, "Site").getByText("None of these devices has a location.").waitFor();
            await article(page, "Help").getByText("Call Ada").waitFor();
            await article(page, "List").getByText("21.5").waitFor();
            await article(page, "Newest").getByText("20", { exact: true }).waitFor();
            // Nothing leads into the dashboard, and nothing else is asked for.
            expect(await page.locator("a, button").count()).toBe(0);
            expect([...asked].sort()).toEqual([sharedApi, `${sharedApi}/tiles`]);
            await hall.send(23.25);
            await page.clock.fastForward(10_000);
            await article(page, "Now").getByText("23.25").waitFor();

            await mine.reload();
            await openLinks();
            await row.getByText(/Last used (now|\d+ s ago)/).waitFor();
            await row.getByRole("button", { name: "Revoke Screen" }).click();
            await mine.getByRole("button", { name: "Revoke link" }).click();
            await mine.getByText("Not shared yet").waitFor();
            await page.clock.fastForward(10_000);
            await page.getByRole("heading", { name: "This link doesn’t work" }).waitFor();
            await page.goto("about:blank");
            await page.goto(link.slice(0, -1));
            await page.getByRole("heading", { name: "This link doesn’t work" }).waitFor();
          },
          { expected: gone },
        );
      });
      const { items } = await at.owner.do("GET", "./audit?limit=50");
      const actions = items.map(({ action }: { action: string }) => action);
      expect(actions.filter((action: string) => /share$/.test(action))).toEqual([
        "board.unshare",
        "board.share",
      ]);
    });

    test("have the images that were chosen for their tiles", async () => {
      const made = await at.owner.do("POST", "./boards", { name: "Plan" });
      await at.visit(async (page) => {
        await page.goto(`/boards/${made.uuid}?edit=true`);
        const buffer = await page.screenshot();
        await page.getByRole("button", { name: "Add tile" }).first().click();
        await page.getByRole("menuitem", { name: "Image" }).click();
        const dialog = page.getByRole("dialog", { name: "Add an image tile" });
        const plan = { name: "plan.png", mimeType: "image/png", buffer };
        await dialog.getByLabel("Image file").setInputFiles(plan);
        await dialog.getByLabel("Description").fill("Floor plan");
        await dialog.getByRole("img", { name: "Floor plan" }).waitFor();
        await dialog.getByRole("button", { name: "Add tile" }).click();
        await page.getByRole("button", { name: "Save" }).click();
        await page.getByText("Board saved.").waitFor();
      });
      const wanted = { expires_in_days: 1, picked: null };
      const { token } = await at.owner.do("POST", `./boards/${made.uuid}/share-links`, wanted);
      await asStranger(async (page) => {
        await page.goto(`/shared#${token}`);
        await page.getByRole("img", { name: "Floor plan" }).waitFor();
        const image = 'document.querySelector("img[alt=\\"Floor plan\\"]")';
        expect(await page.evaluate(`${image}.decode().then(() => ${image}.naturalWidth)`)).toBe(1280);
      });
    });

    test("have maps with the pictures of the operator's tile server, as ordinary boards do", async () => {
      const location = { latitude: 52.5163, longitude: 13.3777 };
      await at.owner.do("PATCH", `./devices/${hall.device.uuid}`, { location });
      const token = await hall.share();
      const seeMap = async (page: Page, faults: string[]) => {
        squares.clear();
        await page.goto(page.url() === "about:blank" ? `/shared#${token}` : `/boards/${hall.uuid}`);
        const site = article(page, "Site");
        await site.getByText("© Test maps").waitFor();
        await site.getByText("North").waitFor();
        const isDrawn = "(image) => image.complete && image.naturalWidth > 0";
        await waitUntil("the pictures are drawn", () =>
          page.evaluate(
            `(all => all.length > 0 && all.every(${isDrawn}))([...document.querySelectorAll("article img")])`,
          ),
        );
        expect(squares.size).toBeGreaterThan(0);
        for (const path of squares) expect(path).toMatch(/^\/tiles\/1\d\/\d+\/\d+\.svg$/);
        const others = faults.filter((fault) => fault !== `a request to http://127.0.0.1:${framing.port}`);
        faults.length = 0;
        expect(others).toEqual([]);
      };
      await asStranger(seeMap);
      await at.visit(async (page, faults) => {
        await page.goto("/boards");
        await seeMap(page, faults);
      });
    });

    test("are framed by pages of allowed hosts if their link allows it, and no other page is", async () => {
      const token = await hall.share(true);
      await using context = await at.served.browser.newContext();
      const framedBy = async (host: string, path: string) => {
        const page = await context.newPage();
        const refused: string[] = [];
        page.on("console", (message) => {
          if (message.text().includes("frame-ancestors")) refused.push(message.text());
        });
        await page.goto(`http://${host}:${framing.port}/?${encodeURIComponent(at.served.url + path)}`);
        const heading = page.frameLocator("iframe").getByRole("heading", { level: 1 }).first();
        let shown: string | undefined;
        await waitUntil("the frame is shown or refused", async () => {
          shown =
            refused.length > 0
              ? "refused"
              : await heading.innerText({ timeout: 1_000 }).catch(() => undefined);
          return shown !== undefined && shown !== headingBeforeTheBoard;
        });
        await page.close();
        return shown;
      };
      const path = `/shared#${token}`;
      expect(await framedBy("127.0.0.1", path)).toBe("Hall");
      expect(await framedBy("localhost", path)).toBe("refused");
      const notEmbedded = `/shared#${await hall.share()}`;
      expect(await framedBy("127.0.0.1", notEmbedded)).toBe("This board can’t be embedded");
      expect(await framedBy("127.0.0.1", "/")).toBe("refused");
      expect(await framedBy("127.0.0.1", "/setup")).toBe("refused");
    });
  },
  settings,
);

/** That of the page until it knows the board. */
const headingBeforeTheBoard = "Shared board";

function article(page: Page, title: string) {
  return page.getByRole("article", { name: title, exact: true });
}

/** The day after so many days, as date fields write it. */
function dayIn(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}
