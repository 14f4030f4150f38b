import { isLoopback } from "../format/is-loopback.ts";
import { Note } from "./states.tsx";

/** Warns of a link that works only on the computer of the server. Empty for all others. */
export function LoopbackNote({ link }: { readonly link: string }) {
  if (!isLoopback(link)) return null;
  return (
    <Note tone="warn">
      This link works only on this computer, because it leads to {new URL(link).host}. For others, the
      operator has to set <code className="font-mono">public_url</code> to an address that they can reach.
      Then create the link again.
    </Note>
  );
}
