import { afterAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import type { Answer } from "../../ingest/http/answer.ts";
import type { RequestHead } from "../../ingest/http/request-head.ts";
import { createDashboard } from "./dashboard.ts";
import { buildFailedName } from "./dashboard-problem.ts";

const folder = tempFolder();
afterAll(() => folder[Symbol.dispose]());

const built = join(folder.path, "built");
const script = "console.log('weir')";
mkdirSync(join(built, "assets"), { recursive: true });
const inside = "document.title = 'Weir'";
writeFileSync(join(built, "index.html"), `<!doctype html><title>Weir</title><script>${inside}</script>`);
writeFileSync(join(built, "home.html"), "<!doctype html><title>Weir</title><p>Home");
writeFileSync(join(built, "assets/main-abc.js"), script);
writeFileSync(join(built, "assets/main-abc.js.br"), brotliCompressSync(script));
writeFileSync(join(built, "built-from"), "a stamp");

const options = { shareFrameHosts: ["screens.example.org"], mapTiles: null };
const dashboard = createDashboard(built, options);

function headOf(target: string, headers: Record<string, string>, method = "GET"): RequestHead {
  return {
    method,
    target,
    route: null,
    headers: { get: (name) => headers[name] ?? null, entries: () => Object.entries(headers) },
    body: { kind: "none" },
    version: "HTTP/1.1",
    keepAlive: true,
    expectsContinue: false,
  };
}

function ask(target: string, headers: Record<string, string> = {}, method = "GET"): Answer | null {
  return dashboard(headOf(target, headers, method));
}

async function bytesOf({ body }: Answer): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  if (typeof body === "string") return Buffer.from(body);
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces);
}

const browser = {
  accept: "text/html,application/xhtml+xml,*/*;q=0.8",
  "accept-encoding": "gzip, deflate, br",
};

describe("the dashboard", () => {
  test("is one page at any address that a browser requests", async () => {
    for (const target of ["/", "/devices", "/devices/6f0c/charts?range=1h", "/setup", "/index.html"]) {
      const answer = ask(target, browser)!;
      expect(answer.status).toBe(200);
      expect((await bytesOf(answer)).toString()).toContain("<title>Weir</title>");
    }
  });

  test("loads the files of Home at once at its address, and at no other", async () => {
    const isOfHome = async (target: string) =>
      (await bytesOf(ask(target, browser)!)).toString().includes("Home");
    for (const target of ["/", "/?signed-out"])
      expect([target, await isOfHome(target)]).toEqual([target, true]);
    for (const target of ["/devices", "/shared", "/index.html", "/home.html"])
      expect([target, await isOfHome(target)]).toEqual([target, false]);
  });

  test("passes on API requests, other methods and clients that do not accept HTML", () => {
    expect(ask("/api/v1/devices", browser)).toBeNull();
    expect(ask("/", browser, "POST")).toBeNull();
    expect(ask("/")).toBeNull();
    expect(ask("/devices", { accept: "application/json" })).toBeNull();
    expect(ask("/built-from")).toBeNull();
    expect(ask("/assets/../index.html")).toBeNull();
  });

  test("loads nothing from other hosts and cannot be framed", () => {
    const policy = ask("/", browser)!.headers["Content-Security-Policy"]!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe");
    expect(policy).not.toContain("http");
  });

  test("runs its own files and the script that was built into the page, and no other code", () => {
    const hash = createHash("sha256").update(inside).digest("base64");
    for (const target of ["/", "/shared", "/devices", "/assets/main-abc.js"])
      expect(ask(target, browser)!.headers["Content-Security-Policy"]).toContain(
        `; script-src 'self' 'sha256-${hash}'; `,
      );
  });

  test("lets pages make no code of text, except the address of the push worker", () => {
    for (const target of ["/", "/shared", "/devices", "/assets/main-abc.js"]) {
      const policy = ask(target, browser)!.headers["Content-Security-Policy"]!;
      expect(policy).toContain("; require-trusted-types-for 'script'; trusted-types weir-push; ");
    }
  });

  test("lets the allowed hosts frame the page of shared boards, and no other", () => {
    const ancestorsOf = (target: string, served = dashboard) =>
      /frame-ancestors (.*)$/.exec(served(headOf(target, browser))!.headers["Content-Security-Policy"]!)![1];
    expect(ancestorsOf("/shared")).toBe("screens.example.org");
    expect(ancestorsOf("/shared?x=1")).toBe("screens.example.org");
    const others = [
      "/",
      "/shared/",
      "/sharedx",
      "/shared/board",
      "/Shared",
      "//shared",
      "/boards",
      "/assets/main-abc.js",
    ];
    for (const target of others) expect([target, ancestorsOf(target)]).toEqual([target, "'none'"]);
    expect(ancestorsOf("/shared", createDashboard(built, { ...options, shareFrameHosts: [] }))).toBe(
      "'none'",
    );
    expect(ask("/shared", browser)!.headers["X-Robots-Tag"]).toBe("noindex");
  });

  test("shows pictures of the operator's tile server, and of no other host", () => {
    const picturesOf = (served: typeof dashboard, target: string) =>
      /img-src ([^;]*);/.exec(served(headOf(target, browser))!.headers["Content-Security-Policy"]!)![1];
    const mapTiles = "https://tiles.example.org:8443/{z}/{x}/{y}.png?key=1;script-src";
    const withMap = createDashboard(built, { ...options, mapTiles });
    for (const target of ["/", "/shared"]) {
      expect(picturesOf(dashboard, target)).toBe("'self' data:");
      expect(picturesOf(withMap, target)).toBe("'self' data: https://tiles.example.org:8443");
    }
  });

  test("sends the smallest form that the client accepts", async () => {
    const small = ask("/assets/main-abc.js", browser)!;
    expect(small.headers["Content-Encoding"]).toBe("br");
    expect(brotliDecompressSync(await bytesOf(small)).toString()).toBe(script);
    const plain = ask("/assets/main-abc.js", { "accept-encoding": "zstd" })!;
    expect(plain.headers["Content-Encoding"]).toBeUndefined();
    expect((await bytesOf(plain)).toString()).toBe(script);
  });

  test("sends no form that the client refuses with a weight of zero", () => {
    const encodingFor = (accepted: string) =>
      ask("/assets/main-abc.js", { "accept-encoding": accepted })!.headers["Content-Encoding"];
    expect(["br;q=0", "br;q=0.000, gzip", "gzip, BR ; Q=0"].map(encodingFor)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(["br;q=0.001", "gzip;q=0, br"].map(encodingFor)).toEqual(["br", "br"]);
  });

  test("is cached by browsers as long as it is the same", () => {
    const asset = ask("/assets/main-abc.js", browser)!;
    expect(asset.headers["Cache-Control"]).toContain("immutable");
    const page = ask("/", browser)!;
    expect(page.headers["Cache-Control"]).toBe("no-cache");
    expect(ask("/", { ...browser, "if-none-match": page.headers.ETag! })).toMatchObject({
      status: 304,
      body: "",
    });
  });

  test("answers 304 to a weak tag, a list of tags and any tag, in every encoding", () => {
    const etag = ask("/assets/main-abc.js", browser)!.headers.ETag!;
    expect(ask("/assets/main-abc.js")!.headers.ETag).toBe(etag);
    const strong = etag.replace("W/", "");
    for (const sent of [etag, strong, `W/${strong}`, `"other", W/${strong}`, "*"])
      for (const headers of [browser, {}])
        expect(ask("/assets/main-abc.js", { ...headers, "if-none-match": sent })!.status).toBe(304);
    expect(ask("/assets/main-abc.js", { "if-none-match": '"other"' })!.status).toBe(200);
  });

  test("sends Content-Length, also for HEAD", () => {
    const { body } = ask("/assets/main-abc.js")!;
    expect(body).toMatchObject({ sizeBytes: script.length });
  });

  test("varies pages by Accept, but not files", () => {
    expect(ask("/", browser)!.headers.Vary).toBe("Accept, Accept-Encoding");
    expect(ask("/", { ...browser, "if-none-match": "*" })!.headers.Vary).toBe("Accept, Accept-Encoding");
    expect(ask("/assets/main-abc.js", browser)!.headers.Vary).toBe("Accept-Encoding");
  });

  test("marks its tags as weak, because all encodings of a file share one", () => {
    expect(ask("/assets/main-abc.js", browser)!.headers.ETag).toStartWith('W/"');
  });

  test("explains to browsers how to build it, and appears once it is built", () => {
    const later = join(folder.path, "later");
    const unbuilt = createDashboard(later, options);
    const answer = unbuilt(headOf("/", browser));
    expect(answer?.status).toBe(503);
    expect(answer?.body).toContain("<code>npm run build</code>");
    expect(unbuilt(headOf("/", {}))).toBeNull();
    mkdirSync(later);
    writeFileSync(join(later, "index.html"), "<!doctype html><title>Weir</title>");
    writeFileSync(join(later, "home.html"), "<!doctype html><title>Weir</title>");
    expect(unbuilt(headOf("/", browser))?.status).toBe(200);
  });

  test("shows why a build failed, as text", () => {
    const failed = join(folder.path, "failed");
    mkdirSync(failed);
    writeFileSync(join(failed, buildFailedName), "The dashboard could not be built: <b>no binding</b>.");
    expect(createDashboard(failed, options)(headOf("/", browser))?.body).toContain("&lt;b&gt;no binding");
  });
});
