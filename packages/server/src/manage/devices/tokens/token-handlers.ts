import type { tokenRoutes } from "@weir/protocol/manage/token-routes";
import { formatMicros } from "../../../platform/instant.ts";
import type { HandlersOf } from "../../core/handler.ts";
import { succeed } from "../../core/manage-error.ts";
import { microsOrNull } from "../../core/records/record-values.ts";
import { regenerateToken, type ShownToken, showToken, type TokenUse, tokenUse } from "./device-tokens.ts";

export const tokenHandlers: HandlersOf<typeof tokenRoutes> = {
  async showToken(context, { params }) {
    const shown = await showToken(context.control, params.device);
    if (!shown.ok) return shown;
    const use = await tokenUse(context.control, context.connections, params.device);
    if (!use.ok) return use;
    return succeed(toJson(shown.value, use.value));
  },

  async regenerateToken(context, { params, body }) {
    const { overlap } = body;
    const terms =
      overlap === undefined ? null : "seconds" in overlap ? overlap : ({ untilFirstUse: true } as const);
    const made = await regenerateToken(context.control, params.device, terms);
    if (!made.ok) return made;
    const use = await tokenUse(context.control, context.connections, params.device);
    return use.ok ? succeed(toJson(made.value, use.value)) : use;
  },
};

function toJson({ token }: ShownToken, { createdAt, lastUsedAt, previous }: TokenUse) {
  return {
    token,
    created_at: formatMicros(createdAt),
    last_used: microsOrNull(lastUsedAt),
    previous:
      previous === null
        ? null
        : {
            created_at: formatMicros(previous.createdAt),
            last_used: microsOrNull(previous.lastUsedAt),
            expires_at: microsOrNull(previous.expiresAt),
          },
  };
}
