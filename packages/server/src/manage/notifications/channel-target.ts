import type { ChannelTargetForm } from "@weir/protocol/manage/channel-forms";
import { DeliveryError } from "../../deliver/delivery-error.ts";
import { isMailAddress } from "../../deliver/mail/mail-address.ts";
import { authorityOf, originOf, webhookTarget } from "../../deliver/target.ts";
import { type Result, refuse, succeed } from "../core/manage-error.ts";

/** What control data keeps of a target in plain text. */
interface PlainTarget {
  /** What may be shown. */
  readonly address: string;
  /** The key of delivery limits. */
  readonly destination: string;
}

/** All mail is sent through the operator's mail server. */
const mailDestination = "mail";
const publicKeyBytes = 65;
const authBytes = 16;

/** Checks what the schema of the request cannot. */
export function plainTarget(target: ChannelTargetForm): Result<PlainTarget> {
  switch (target.kind) {
    case "mail":
      if (!isMailAddress(target.address)) return refuse("bad_target", "Enter one email address.");
      return succeed({ address: target.address, destination: mailDestination });
    case "telegram":
      return withAddress(target.api_url, `chat ${target.chat_id}`);
    case "ntfy":
      return withAddress(target.server_url, null);
    case "push": {
      const { p256dh, auth } = target;
      const isValid = bytesIn(p256dh) === publicKeyBytes && bytesIn(auth) === authBytes;
      if (!isValid) return refuse("bad_target", "The keys of the subscription are not valid.");
      return withAddress(target.endpoint, "this browser");
    }
    default:
      return withAddress(target.url, null);
  }
}

/** Shows only the host of a URL, because the rest may be secret. */
function withAddress(url: string, address: string | null): Result<PlainTarget> {
  try {
    const target = webhookTarget(url);
    return succeed({ address: address ?? authorityOf(target.host), destination: originOf(target) });
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    return refuse("bad_target", error.message);
  }
}

function bytesIn(base64url: string): number {
  return Buffer.from(base64url, "base64url").length;
}
