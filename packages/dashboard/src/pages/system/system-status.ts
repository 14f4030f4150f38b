import type { CallAnswer } from "../../api/route-types.ts";

export type SystemStatus = CallAnswer<"showSystem">;
