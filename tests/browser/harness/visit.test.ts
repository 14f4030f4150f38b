import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser } from "playwright-core";
import { describeUnless } from "../../harness/describe-unless.ts";
import { accessibilityProblems } from "./accessibility.ts";
import { launchBrowser, whyNoBrowser } from "./chromium.ts";
import { visit } from "./visit.ts";

const problem = await whyNoBrowser();
setDefaultTimeout(60_000);
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src *; connect-src 'self'";

/** What each page does, by its path. */
const scripts: Record<string, string> = {
  "/calm": "",
  "/console": "console.error('broken')",
  "/uncaught": "throw new Error('thrown')",
  "/refused": "fetch('/nothing')",
  "/elsewhere": "new Image().src = 'http://127.0.0.2:9/picture.png'",
  "/inline":
    "document.body.append(Object.assign(document.createElement('div'), { innerHTML: '<b style=\"color:red\">x</b>' }))",
};

describeUnless(problem, "a visit", () => {
  let browser: Browser & AsyncDisposable;
  let server: Bun.Server<undefined>;
  beforeAll(async () => {
    browser = await launchBrowser();
    server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: answer });
  }, 60_000);
  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]();
    await server?.stop(true);
  });

  const see = (path: string) =>
    visit({ browser, url: `http://127.0.0.1:${server.port}` }, async (page) => {
      await page.goto(path, { waitUntil: "load" });
      await page.waitForLoadState("networkidle");
      return accessibilityProblems(page);
    });

  test("of a page that does nothing wrong goes well", async () => {
    expect(await see("/calm")).toEqual([]);
  });

  test.each([
    ["/console", "console error: broken"],
    ["/uncaught", "thrown"],
    ["/refused", "GET /nothing 404"],
    ["/elsewhere", "a request to http://127.0.0.2:9"],
    ["/inline", "Breach of the content security policy: style-src"],
  ])("of %s fails", async (path, words) => {
    const said = await see(path).then(
      () => "went well",
      (error: Error) => error.message,
    );
    expect(said).toContain(words);
  });

  test("tells what axe finds", async () => {
    expect((await see("/nameless")).join("\n")).toContain("button-name");
  });
});

function answer({ url }: Request): Response {
  const { pathname } = new URL(url);
  if (pathname.endsWith(".js")) {
    const script = scripts[pathname.slice(0, -3)] ?? "";
    return new Response(script, { headers: { "content-type": "text/javascript" } });
  }
  if (pathname === "/nothing") return new Response(null, { status: 404 });
  const content = pathname === "/nameless" ? "<button></button>" : "";
  const page = `<!doctype html><html lang="en"><title>Page</title><link rel="icon" href="/calm.js">
    <main><h1>Page</h1>${content}</main><script src="${pathname}.js"></script></html>`;
  return new Response(page, {
    headers: { "content-type": "text/html", "content-security-policy": policy },
  });
}
