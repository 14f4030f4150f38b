import { userInfo } from "node:os";
import type { ActorKind } from "@weir/protocol/closed-sets";
import type { Control } from "./control.ts";

/** Who makes a change and where the request came from. Every entry of the audit log names its actor. */
export interface Actor {
  readonly kind: ActorKind;
  /** The email address of a user, the name of a key, the system user of an operator. Empty for nobody. */
  readonly name: string;
  /** The address of the client, or "command line". */
  readonly source: string;
  /** Empty where no request was made. */
  readonly requestId: string;
}

/** The same control data, with changes written to the audit log under this actor. */
export function actingAs<C extends Control>(control: C, actor: Actor): C {
  return { ...control, actor };
}

/** The system user who runs this process: a command, or the server itself as it starts or by a rule of its own. */
export function operator(source: "command line" | "server start" | "server"): Actor {
  return { kind: "operator", name: operatorName(), source, requestId: "" };
}

/** A container may run as a user that has no name. */
export function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    return "operator";
  }
}
