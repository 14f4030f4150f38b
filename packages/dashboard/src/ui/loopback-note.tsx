import { isLoopbackLink } from "@weir/protocol/is-loopback-link";
import { useSession } from "../app/session.tsx";
import { Note } from "./states.tsx";

/** Warns of a link that works only on the computer of the server. Empty for all others. */
export function LoopbackNote({ link }: { readonly link: string }) {
  if (!isLoopbackLink(link)) return null;
  return (
    <Note tone="warn">
      This link works only on this computer, because it leads to {new URL(link).host}. For others, the
      operator has to set <code className="font-mono">public_url</code> to an address that they can reach.
      Then create the link again.
    </Note>
  );
}

/** Warns if links that the server puts into emails lead to the computer of the server. */
export function MailedLinkNote() {
  const { public_url: publicUrl } = useSession().server;
  if (publicUrl !== null && !isLoopbackLink(publicUrl)) return null;
  return (
    <Note tone="warn">
      The link in the email may work only on the server’s own computer, because the operator has not set{" "}
      <code className="font-mono">public_url</code> to an address that others can reach.
    </Note>
  );
}
