import type { ActorKind } from "@weir/protocol/closed-sets";
import { operatorName } from "../platform/operator-name.ts";

/** Who makes a change and where the request came from. Every entry of the audit log names its actor. */
export interface Actor {
  readonly kind: ActorKind;
  /** The email address of a user, the name of a key, the system user of an operator. Empty if unknown. */
  readonly name: string;
  /** The address of the client, or "command line". */
  readonly source: string;
  /** Empty if there was no request. */
  readonly requestId: string;
}

/** Returns the same control data, with changes written to the audit log under this actor. */
export function actingAs<C extends { readonly actor: Actor }>(control: C, actor: Actor): C {
  return { ...control, actor };
}

/** Returns the system user who runs this process: a command, or the server itself at its start or by one of its rules. */
export function operator(source: "command line" | "server start" | "server"): Actor {
  return { kind: "operator", name: operatorName(), source, requestId: "" };
}
