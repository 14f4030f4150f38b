import { loopbackNote } from "./loopback-note.ts";

/** How a person gets a password: by a link, or as it was given. */
export function passwordText(link: string | null): string {
  if (link === null) return "The password is set.";
  const lines = ["To set a password, open this link within an hour. It works once:", "", link];
  return [...lines, ...loopbackNote(link)].join("\n");
}
