/**
 * What pages of the dashboard may do: nothing from other hosts, no inline code, and no frame around a page unless the
 * operator allows it.
 */
export function contentPolicy(frameHosts: readonly string[]): string {
  const ancestors = frameHosts.length === 0 ? "'none'" : frameHosts.join(" ");
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${ancestors}`,
  ].join("; ");
}
