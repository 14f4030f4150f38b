import { flag, list } from "../config-fields.ts";
import { metadataKeyField } from "../metadata-key.ts";
import { defineNode } from "../node-type.ts";
import { metadataTextsOf, writeMetadata } from "../reading-metadata.ts";
import { repeatedKeys } from "../repeated-keys.ts";

export const dropMetadata = defineNode({
  type: "drop-metadata",
  version: 1,
  category: "transform",
  title: "Remove metadata",
  help: "Removes keys from the reading's metadata, or all of it, and passes the reading to `out`. Missing keys are skipped.",
  outputs: ["out"],
  steps: 10,
  fields: {
    everything: flag({ label: "Remove everything", default: false }),
    rows: list({ label: "Keys", of: { key: metadataKeyField }, itemsMin: 0, itemsMax: 20, default: [] }),
  },
  check({ everything, rows }) {
    if (!everything && rows.length === 0) {
      return [{ field: "rows", message: "must have at least one key unless everything is removed" }];
    }
    const keys = rows.map(({ key }) => key);
    return repeatedKeys("rows", "key", keys);
  },
  compile({ everything, rows }, { output, fail }) {
    const out = output("out");
    if (everything) {
      return (reading) => {
        reading.metadata = "";
        out(reading);
      };
    }
    return (reading) => {
      const metadata = metadataTextsOf(reading);
      let isChanged = false;
      for (const { key } of rows) if (metadata.delete(key)) isChanged = true;
      const problem = isChanged ? writeMetadata(reading, metadata) : null;
      if (problem !== null) fail(reading, problem);
      else out(reading);
    };
  },
});
