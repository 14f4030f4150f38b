import type { Limiter, LimitOptions } from "../../limit/limiter.ts";

/**
 * How often devices can ask for a token. A key is in every device of its kind, so strangers may have it: they must not keep the
 * server busy, and not replace the tokens of devices all the time.
 */
export interface ProvisioningLimits {
  readonly bySource: Limiter;
  readonly byKey: Limiter;
  /** New tokens of one hardware id. */
  readonly tokensByHardware: Limiter;
}

const minuteMs = 60_000;
const hourMs = 3_600_000;
const keysMax = 10_000;

/** A minute. A hall of devices behind one address that are switched on together need a few minutes. */
export const asksPerSourceMax = 300;
const asksPerKeyMax = 3000;
/** An hour. */
export const tokensPerHardwareMax = 20;

export function openProvisioningLimits(
  open: (name: string, options: LimitOptions) => Limiter,
): ProvisioningLimits {
  return {
    bySource: open("provisioning by source", { limit: asksPerSourceMax, windowMs: minuteMs, keysMax }),
    byKey: open("provisioning by key", { limit: asksPerKeyMax, windowMs: minuteMs, keysMax }),
    tokensByHardware: open("tokens by hardware", { limit: tokensPerHardwareMax, windowMs: hourMs, keysMax }),
  };
}
