import { Link } from "@tanstack/react-router";
import type { ChainNode } from "@weir/rule-engine/chain";
import { readMailAddresses } from "@weir/rule-engine/mail-addresses";
import { useState } from "react";
import { useCall } from "../../../api/queries.ts";
import { Note } from "../../../ui/states.tsx";

/**
 * Lists the addresses of an email node that get no mail yet, because they have not confirmed or do not want mail. It
 * uses the addresses from when the node was selected; otherwise the form below would move while somebody types.
 */
export function UnconfirmedRecipients({ node: { type, config } }: { readonly node: ChainNode }) {
  const isMail = type === "email";
  const [addresses] = useState(() => addressesIn(config.to));
  const { data } = useCall("listMailRecipients", { query: { limit: 1000 } }, { enabled: isMail });
  if (!isMail || data === undefined) return null;
  const silent = data.items.filter(
    ({ email, state }) => state !== "confirmed" && addresses.includes(email.toLowerCase()),
  );
  return silent.map(({ uuid, email, state }) => (
    <Note key={uuid} tone="warn">
      {state === "waiting"
        ? `${email} hasn’t confirmed yet. Emails to this address wait until then.`
        : `${email} declined emails from this account.`}{" "}
      <Link to="/settings/mail" className="underline underline-offset-2">
        Mail recipients
      </Link>
    </Note>
  ));
}

function addressesIn(to: unknown): readonly string[] {
  const read = readMailAddresses(typeof to === "string" ? to : "");
  return read.ok ? read.value.map((address) => address.toLowerCase()) : [];
}
