import { ownerPassword } from "../../api/browser-session.ts";
import { regenerateUnderLoad } from "../regenerate-under-load.ts";
import type { CutOff } from "./cut-off.ts";
import type { Fault } from "./fault.ts";

const ingestNodes = 3;
/** In every tenth round a node is stopped or cut off, each node in turn. */
const disturbEvery = 10;
const namedMax = 3;

/**
 * Replaces the token of a device repeatedly while requests with old and new tokens go to three ingest nodes, of which
 * some are stopped or cut off meanwhile.
 */
export function replaceTokens(rounds: number, cutOff: CutOff | null): Fault {
  return {
    name: `replace a token ${rounds} times`,
    lastsMs: 0,
    async begin({ weir, owner }) {
      while (weir.of("ingest").length < ingestNodes) await weir.addNode("ingest");
      const nodes = weir.of("ingest");
      // The last password check may be too long ago for the changes below.
      await owner.call("POST", "/session/proof", { password: ownerPassword });
      const body = { name: "Replaced tokens", sensors: [{ slug: "temperature" }] };
      const { json: device } = await owner.call("POST", "./devices", body);
      const urls = nodes.map(({ port }) => `http://127.0.0.1:${port}`);
      const { violations, accepted, refused } = await regenerateUnderLoad({
        owner,
        device,
        urls,
        rounds,
        disturb(round) {
          if (round % disturbEvery > 0) return undefined;
          const turn = round / disturbEvery;
          const { part } = nodes[turn % nodes.length]!;
          if (cutOff === null || turn % 2 === 0) {
            part.signal("SIGSTOP");
            return () => part.signal("SIGCONT");
          }
          cutOff.cut(part.name);
          return () => cutOff.heal();
        },
      });
      if (violations.length > 0)
        throw new Error(`${violations.length} times: ${JSON.stringify(violations.slice(0, namedMax))}`);
      return {
        whyHarmless: async () =>
          accepted > 0 && refused > 0 ? null : `${accepted} requests were accepted, ${refused} refused`,
        putRight: async () => undefined,
      };
    },
  };
}
