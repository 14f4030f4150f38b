import type { ProcessRole } from "@weir/protocol/closed-sets";
import { isWithin } from "../../../packages/server/src/platform/is-within.ts";
import type { Fault } from "./fault.ts";

const roles: readonly ProcessRole[] = ["ingest", "process", "deliver", "manage"];

const endsMs = 20_000;

/** Starts one more process of each role with another token key. None of them may join. */
export const wrongKey: Fault = {
  name: "start every role with a wrong token key",
  lastsMs: 0,
  async begin({ weir }) {
    const key = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64");
    const joined: string[] = [];
    for (const role of roles) {
      const node = await weir.addNode(role, { WEIR_TOKEN_KEY: key }).catch(() => null);
      // Roles that answer no requests count as started at once, so their end is waited for.
      const hasEnded = node === null || (await isWithin(endsMs, node.part.exited));
      if (node !== null) weir.forget(node);
      if (hasEnded) continue;
      joined.push(role);
      await node.part.kill();
    }
    if (joined.length > 0) throw new Error(`Joined with a wrong token key: ${joined.join(", ")}.`);
    return { whyHarmless: async () => null, putRight: async () => undefined };
  },
};
