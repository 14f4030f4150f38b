import type { CallAnswer } from "../../api/route-types.ts";

export type DeadLetter = CallAnswer<"listDeadLetters">["items"][number];
