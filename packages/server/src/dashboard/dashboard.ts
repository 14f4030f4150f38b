import type { Answer } from "../ingest/http/answer.ts";
import type { RequestHead, RequestHeaders } from "../ingest/http/request-head.ts";
import { type Encoding, encodings, type StaticFile } from "./static-files.ts";

/** Nothing from anywhere else, nothing inside the page itself, and no frame around it. */
const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

const everywhere = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  Vary: "Accept-Encoding",
};

/** Answers what is for the dashboard; null for everything else. */
export type Dashboard = (head: RequestHead) => Answer | null;

/**
 * The pages for people. Whatever address a browser asks for a page at is one page that then shows what belongs there; other
 * clients, which ask for no page, go on to the device API and are told there what is wrong.
 */
export function createDashboard(load: () => ReadonlyMap<string, StaticFile> | null): Dashboard {
  // Read when first asked for: most servers are never asked.
  let files: ReadonlyMap<string, StaticFile> | null | undefined;

  return ({ method, target, headers }) => {
    if ((method !== "GET" && method !== "HEAD") || target.startsWith("/api/")) return null;
    const query = target.indexOf("?");
    const path = query < 0 ? target : target.slice(0, query);
    const wantsPage = headers.get("accept")?.includes("text/html") ?? false;
    if (files === undefined) files = load();
    if (files === null) return wantsPage ? notBuilt : null;
    const file = files.get(path);
    if (file !== undefined && path !== "/index.html") return answerWith(file, headers);
    return wantsPage ? answerWith(files.get("/index.html")!, headers) : null;
  };
}

function answerWith({ contentType, forms, etag, isImmutable }: StaticFile, headers: RequestHeaders): Answer {
  const caching = isImmutable ? "public, max-age=31536000, immutable" : "no-cache";
  const given = { ...everywhere, ETag: etag, "Cache-Control": caching };
  if (headers.get("if-none-match") === etag) return { status: 304, headers: given, body: "" };
  const encoding = chooseEncoding(headers.get("accept-encoding") ?? "", forms);
  return {
    status: 200,
    headers: {
      ...given,
      "Content-Type": contentType,
      "Content-Security-Policy": contentPolicy,
      ...(encoding === "identity" ? {} : { "Content-Encoding": encoding }),
    },
    body: inOnePiece(forms.get(encoding)!),
  };
}

/** The smallest form that the client says it takes. */
function chooseEncoding(accepted: string, forms: StaticFile["forms"]): Encoding {
  const names = accepted.split(",").map((part) => part.split(";")[0]!.trim());
  return encodings.find((encoding) => forms.has(encoding) && names.includes(encoding)) ?? "identity";
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const notBuilt: Answer = {
  status: 503,
  headers: {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": "default-src 'none'",
    "Cache-Control": "no-store",
  },
  body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Weir</title><h1>The dashboard is not built</h1>
<p>The server runs and takes readings. To see its pages, run <code>npm run build</code> in its folder, or start it with
<code>npm start</code>, which does that by itself; then load this page again.</p></html>
`,
};
