import { chainWorkContract } from "./chain-work.contract.ts";
import { workHere } from "./work-here.ts";

chainWorkContract("work here", async () => workHere);
