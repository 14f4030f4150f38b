import { dashboardPolicy, trustedTypesOf } from "@weir/protocol/trusted-types";

interface AllowedHosts {
  /** Sites that may show the page in a frame. */
  readonly frames: readonly string[];
  /** The template of a tile server, whose pictures may be shown; null if there is none. */
  readonly mapTiles: string | null;
}

/**
 * What pages of the dashboard may do: nothing from other hosts, no inline code, no code made of text, and no frame
 * around a page unless the operator allows it.
 */
export function contentPolicy({ frames, mapTiles }: AllowedHosts): string {
  const pictures = mapTiles === null ? "" : ` ${new URL(mapTiles).origin}`;
  const ancestors = frames.length === 0 ? "'none'" : frames.join(" ");
  return [
    "default-src 'none'",
    "script-src 'self'",
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
