import type { Answer } from "../../ingest/http/answer.ts";
import type { RequestHead, RequestHeaders } from "../../ingest/http/request-head.ts";
import { answerWithContent } from "../../ingest/http/shared-content.ts";
import { contentPolicy } from "./content-policy.ts";
import { dashboardProblem } from "./dashboard-problem.ts";
import { loadStaticFiles, type StaticFile } from "./static-files.ts";

/** The page that shows shared boards. It has nothing but the board, so it may be framed where the operator allows that. */
const sharedPath = "/shared";

interface DashboardOptions {
  /** Sites that may show shared boards in a frame. */
  readonly shareFrameHosts: readonly string[];
  /** The template of the tile server for maps; null if there is none. */
  readonly mapTiles: string | null;
}

/** The same page for all addresses, and one that has the browser load the files of Home as well. */
const pageFile = "/index.html";
const homeFile = "/home.html";

/** A client that does not accept HTML gets an error instead of a page, so the answer depends on Accept. */
const varyOfPage = "Accept, Accept-Encoding";
const varyOfFile = "Accept-Encoding";

interface Built {
  readonly files: ReadonlyMap<string, StaticFile>;
  readonly policy: string;
  /** That of the page that shows shared boards. */
  readonly sharedPolicy: string;
}

/** Answers requests for the dashboard; null for everything else. */
type Dashboard = (head: RequestHead) => Answer | null;

/**
 * The pages for people. Every address that a browser requests as a page is the same page, which then shows what belongs
 * there. Other clients do not ask for a page: their requests continue to the device API, which explains what is wrong.
 */
export function createDashboard(folder: string, { shareFrameHosts, mapTiles }: DashboardOptions): Dashboard {
  // Read on the first request, because most servers never get one. Until the pages are built, every request looks
  // again.
  let built: Built | null = null;
  const load = (): Built | null => {
    const files = loadStaticFiles(folder);
    if (files === null) return null;
    const page = Buffer.from(files.get(pageFile)!.forms.get("identity")!).toString();
    return {
      files,
      policy: contentPolicy({ frames: [], mapTiles, page }),
      sharedPolicy: contentPolicy({ frames: shareFrameHosts, mapTiles, page }),
    };
  };

  return ({ method, target, headers }) => {
    if ((method !== "GET" && method !== "HEAD") || target.startsWith("/api/")) return null;
    const query = target.indexOf("?");
    const path = query < 0 ? target : target.slice(0, query);
    const wantsPage = headers.get("accept")?.includes("text/html") ?? false;
    built ??= load();
    if (built === null) return wantsPage ? notBuilt(folder) : null;
    const { files, policy, sharedPolicy } = built;
    const file = files.get(path);
    if (file !== undefined && path !== pageFile && path !== homeFile)
      return answerWith(file, headers, { policy, vary: varyOfFile });
    if (!wantsPage) return null;
    const isShared = path === sharedPath;
    const page = answerWith(files.get(path === "/" ? homeFile : pageFile)!, headers, {
      policy: isShared ? sharedPolicy : policy,
      vary: varyOfPage,
    });
    return isShared ? { ...page, headers: { ...page.headers, "X-Robots-Tag": "noindex" } } : page;
  };
}

function answerWith(
  file: StaticFile,
  headers: RequestHeaders,
  { policy, vary }: { readonly policy: string; readonly vary: string },
): Answer {
  const caching = file.isImmutable ? "public, max-age=31536000, immutable" : "no-cache";
  return answerWithContent(file, headers, {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Content-Security-Policy": policy,
    Vary: vary,
    "Cache-Control": caching,
  });
}

function notBuilt(folder: string): Answer {
  const problem = dashboardProblem(folder) ?? "The dashboard was built just now. Reload this page.";
  return {
    status: 503,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": "default-src 'none'",
      Vary: "Accept",
    },
    body: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>Weir</title><h1>The dashboard is not available</h1>
<p>${withCommands(problem)}</p><p>The server is running: devices can send readings, and both APIs work.</p></html>
`,
  };
}

/** As HTML, with text between backticks as code. */
function withCommands(text: string): string {
  return Bun.escapeHTML(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");
}
