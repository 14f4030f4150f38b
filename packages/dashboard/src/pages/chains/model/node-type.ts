import type { CallAnswer } from "../../../api/route-types.ts";

export type NodeType = CallAnswer<"listNodeTypes">["items"][number];
