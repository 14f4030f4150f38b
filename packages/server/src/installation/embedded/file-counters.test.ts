import { countersContract } from "../../counters/counters.contract.ts";
import { FileCounters } from "./file-counters.ts";
import { EmbeddedCounting } from "./test-counting.ts";

countersContract("FileCounters", {
  open: (dataDir) =>
    EmbeddedCounting.open(dataDir, async (folder) => ({
      counters: new FileCounters(folder),
      reported: () => undefined,
    })),
});
