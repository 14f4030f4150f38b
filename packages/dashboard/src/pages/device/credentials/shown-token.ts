import type { CallAnswer } from "../../../api/route-types.ts";

export type ShownToken = CallAnswer<"showToken">;
