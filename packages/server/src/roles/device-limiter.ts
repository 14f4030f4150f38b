import type { Config } from "../config/settings.ts";
import type { Installation } from "../installation/installation.ts";
import { makeLimit, openLimiter, type SharedLimit } from "../installation/open-installation.ts";
import type { Limiter } from "../limit/limiter.ts";

const windowMs = 60_000;

/**
 * The limit of requests to the device API. All processes of the installation share `limiter`. Threads of this process
 * open their own limiters on `limit`.
 */
export function openDeviceLimiter(
  installation: Pick<Installation, "shareLimiter">,
  { rateLimit, rateLimitSourcesMax }: Config,
): { readonly limiter: Limiter; readonly limit: SharedLimit } {
  const limit = makeLimit({ limit: rateLimit, windowMs, keysMax: rateLimitSourcesMax });
  return { limit, limiter: installation.shareLimiter("devices", openLimiter(limit), limit) };
}
