import { isLoopbackLink } from "@weir/protocol/is-loopback-link";

/** Says so below a link that works only on the computer of the server; empty for all others. */
export function loopbackNote(link: string): readonly string[] {
  if (!isLoopbackLink(link)) return [];
  return [
    `This link works only on the computer of the server, because it leads to ${new URL(link).host}. For others, set public_url and create the link again.`,
  ];
}
