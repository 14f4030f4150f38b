import { createHash } from "node:crypto";
import { dashboardPolicy, trustedTypesOf } from "@weir/protocol/trusted-types";

interface Allowed {
  /** Sites that may show the page in a frame. */
  readonly frames: readonly string[];
  /** The template of a tile server, whose pictures may be shown; null if there is none. */
  readonly mapTiles: string | null;
  /** The page, whose own scripts may run. */
  readonly page: string;
}

/**
 * What pages of the dashboard may do: nothing from other hosts, no inline code but the scripts that were built into the
 * page, no code made of text, and no frame around a page unless the operator allows it.
 */
export function contentPolicy({ frames, mapTiles, page }: Allowed): string {
  const pictures = mapTiles === null ? "" : ` ${new URL(mapTiles).origin}`;
  const ancestors = frames.length === 0 ? "'none'" : frames.join(" ");
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scriptHashes(page)].join(" "),
    "style-src 'self'",
    `img-src 'self' data:${pictures}`,
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    trustedTypesOf(dashboardPolicy),
    `frame-ancestors ${ancestors}`,
  ].join("; ");
}

/** A script with any other text does not run. */
function scriptHashes(page: string): string[] {
  return [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script]) => `'sha256-${createHash("sha256").update(script!).digest("base64")}'`,
  );
}
