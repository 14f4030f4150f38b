import type { CallAnswer } from "../../../api/route-types.ts";

export type Cluster = CallAnswer<"showCluster">;

export type Member = Cluster["members"][number];
