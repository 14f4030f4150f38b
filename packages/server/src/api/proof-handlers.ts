import type { proofRoutes } from "@weir/protocol/manage/proof-routes";
import { giveProof } from "../manage/people/give-proof.ts";
import { formatMicros } from "../platform/instant.ts";
import { callingUser } from "./calling-user.ts";
import type { HandlersOf } from "./handler.ts";
import { tryPassword } from "./try-password.ts";

export const proofHandlers: HandlersOf<typeof proofRoutes> = {
  async giveProof(context, { body }) {
    const own = callingUser(context);
    const given = await tryPassword(context, (control) => giveProof(control, own, body));
    return given.ok ? { ok: true, value: { proved_until: formatMicros(given.value) } } : given;
  },
};
