import type { CallAnswer } from "../../api/route-types.ts";

export type Limit = CallAnswer<"showLimits">["items"][number];
