import type { Actor } from "../control/actor.ts";
import type { ApiRequest } from "./api-request.ts";
import type { Caller } from "./caller.ts";

/** The actor in whose name a request changes control data. */
export function actorOf(caller: Caller | null, { source, id: requestId }: ApiRequest): Actor {
  if (caller === null) return { kind: "nobody", name: "", source, requestId };
  const name = caller.kind === "user" ? caller.email : caller.name;
  return { kind: caller.kind, name, source, requestId };
}
