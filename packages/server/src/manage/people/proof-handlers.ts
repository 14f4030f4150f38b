import type { proofRoutes } from "@weir/protocol/manage/proof-routes";
import { formatMicros } from "../../platform/instant.ts";
import { callingUser } from "../core/calling-user.ts";
import type { HandlersOf } from "../core/handler.ts";
import { succeed } from "../core/manage-error.ts";
import { giveProof } from "./give-proof.ts";
import { tryPassword } from "./try-password.ts";

export const proofHandlers: HandlersOf<typeof proofRoutes> = {
  async giveProof(context, { body }) {
    const own = callingUser(context);
    const given = await tryPassword(context, (control) => giveProof(control, own, body));
    return given.ok ? succeed({ proved_until: formatMicros(given.value) }) : given;
  },
};
