import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { describeUnless } from "../../harness/describe-unless.ts";
import { accessibilityProblems, contrastProblems, type SeenTexts } from "../harness/accessibility.ts";
import { testBrowser, whyNoBrowser } from "../harness/chromium.ts";
import { visit } from "../harness/visit.ts";

const problem = await whyNoBrowser();
setDefaultTimeout(60_000);
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src *; connect-src 'self'";

/** The behaviour of each page, by its path. */
const scripts: Record<string, string> = {
  "/calm": "",
  "/console": "console.error('broken')",
  "/uncaught": "throw new Error('thrown')",
  "/refused": "fetch('/nothing')",
  "/elsewhere": "new Image().src = 'http://127.0.0.2:9/picture.png'",
  "/small":
    "const canvas = document.createElement('canvas'); document.body.append(canvas); const pen = canvas.getContext('2d'); for (const px of [11, 22]) { pen.font = px + 'px serif'; pen.fillText(px + ' C', 9, 9); }",
  "/inline":
    "document.body.append(Object.assign(document.createElement('div'), { innerHTML: '<b style=\"color:red\">x</b>' }))",
};

/** The problems of some pages. Of rows with the same structure, only some are checked. */
const faulty: Record<string, string> = {
  "/nameless": "<button></button>",
  "/nameless-row": `<ul>${"<li><button>Open</button></li>".repeat(3)}<li><button></button></li><li><button>Open</button></li></ul>`,
  "/pale": "<p class=pale>Pale</p>",
  "/pale-row": "<ul><li>One</li><li>Two</li><li class=pale>Three</li><li>Four</li></ul>",
  "/pale-on-top": "<p>Black</p><p class='pale raised'>Pale</p>",
  "/pale-by-night": "<p class=night>Pale by night</p>",
};
const style = `.pale { color: #ccc } .raised { position: absolute; top: 0 }
  @media (prefers-color-scheme: dark) { .night { color: #ccc } }`;

describeUnless(problem, "a visit", () => {
  let browser: Browser & AsyncDisposable;
  let server: Bun.Server<undefined>;
  beforeAll(async () => {
    browser = await testBrowser();
    server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: answer });
  }, 60_000);
  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]();
    await server?.stop(true);
  });

  const see = (path: string, seen: SeenTexts = new Set()) =>
    visit({ browser, url: `http://127.0.0.1:${server.port}`, pixelRatio: 2 }, async (page) => {
      await page.goto(path, { waitUntil: "load" });
      await page.waitForLoadState("networkidle");
      const light = await accessibilityProblems(page, seen);
      await page.emulateMedia({ colorScheme: "dark" });
      return [...light, ...(await contrastProblems(page, seen)).map((words) => `, dark: ${words}`)];
    });

  test("succeeds on a page that does nothing wrong", async () => {
    expect(await see("/calm")).toEqual([]);
  });

  test.each([
    ["/console", "console error: broken"],
    ["/uncaught", "thrown"],
    ["/refused", "GET /nothing 404"],
    ["/elsewhere", "a request to http://127.0.0.2:9"],
    ["/small", "“11 C” is drawn in 5.5 px"],
    ["/inline", "Breach of the content security policy: style-src"],
  ])("fails on %s", async (path, words) => {
    const said = await see(path).then(
      () => "went well",
      (error: Error) => error.message,
    );
    expect(said).toContain(words);
  });

  test.each([
    ["/nameless", "button-name"],
    ["/nameless-row", "button-name"],
    ["/pale", "color-contrast"],
    ["/pale-row", "color-contrast"],
    ["/pale-on-top", "color-contrast"],
    ["/pale-by-night", ", dark: color-contrast"],
  ])("reports what axe finds on %s", async (path, words) => {
    expect((await see(path)).join("\n")).toContain(words);
  });

  test("keeps only the cache of the visit before", async () => {
    const at = { browser, url: `http://127.0.0.1:${server.port}` };
    const stores = "[localStorage, sessionStorage].map(({ length }) => length)";
    const contexts = new Set<unknown>();
    for (let nth = 0; nth < 2; nth++)
      await visit(at, async (page) => {
        contexts.add(page.context());
        await page.goto("/calm");
        expect(await page.evaluate(`[...${stores}, document.cookie]`)).toEqual([0, 0, ""]);
        await page.evaluate(
          "for (const store of [localStorage, sessionStorage]) store.setItem('name', 'Ada')",
        );
        await page.evaluate("document.cookie = 'name=Ada'");
      });
    expect(contexts.size).toBe(1);
  });

  test("has its own clock", async () => {
    const at = { browser, url: `http://127.0.0.1:${server.port}` };
    const now = async (page: Page) => {
      await page.goto("/calm");
      return (await page.evaluate("Date.now()")) as number;
    };
    const early = await visit(at, async (page) => {
      await page.clock.setFixedTime(1000);
      return now(page);
    });
    expect(early).toBe(1000);
    expect(await visit(at, now)).toBeGreaterThan(early);
  });

  test("does not check colours again that were checked elsewhere", async () => {
    const seen: SeenTexts = new Set();
    expect(await see("/pale", seen)).toHaveLength(1);
    expect(await see("/pale-row", seen)).toEqual([]);
    expect(await see("/pale-on-top", seen)).toHaveLength(1);
  });
});

function answer({ url }: Request): Response {
  const { pathname } = new URL(url);
  if (pathname.endsWith(".js")) {
    const script = scripts[pathname.slice(0, -3)] ?? "";
    return new Response(script, { headers: { "content-type": "text/javascript" } });
  }
  if (pathname === "/style.css") return new Response(style, { headers: { "content-type": "text/css" } });
  if (pathname === "/nothing") return new Response(null, { status: 404 });
  const content = faulty[pathname] ?? "";
  const page = `<!doctype html><html lang="en"><title>Page</title><link rel="icon" href="/calm.js"><link rel="stylesheet" href="/style.css">
    <main><h1>Page</h1>${content}</main><script src="${pathname}.js"></script></html>`;
  return new Response(page, {
    headers: { "content-type": "text/html", "content-security-policy": policy },
  });
}
