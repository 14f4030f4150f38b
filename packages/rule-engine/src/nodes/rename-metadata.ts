import { list } from "../config-fields.ts";
import { metadataKeyField } from "../metadata-key.ts";
import { defineNode } from "../node-type.ts";
import { metadataTextsOf, writeMetadata } from "../reading-metadata.ts";
import { repeatedKeys } from "../repeated-keys.ts";

export const renameMetadata = defineNode({
  type: "rename-metadata",
  version: 1,
  category: "transform",
  title: "Rename metadata",
  help: "Renames keys of the reading's metadata, row by row, and passes the reading to `out`. Missing keys are skipped. If a key already has the new name, it is replaced.",
  outputs: ["out"],
  steps: 10,
  fields: {
    rows: list({
      label: "Keys",
      of: {
        from: { ...metadataKeyField, label: "From" },
        to: { ...metadataKeyField, label: "To" },
      },
      itemsMin: 1,
      itemsMax: 20,
    }),
  },
  check({ rows }) {
    const idle = rows.flatMap(({ from, to }, index) =>
      from === to ? [{ field: `rows.${index}.to`, message: 'must differ from "from"' }] : [],
    );
    const keys = rows.map(({ from }) => from);
    return [...idle, ...repeatedKeys("rows", "from", keys)];
  },
  compile({ rows }, { output, fail }) {
    const renames = rows.map(({ from, to }) => ({ from, to, toText: JSON.stringify(to) }));
    const out = output("out");
    return (reading) => {
      const metadata = metadataTextsOf(reading);
      let isChanged = false;
      for (const { from, to, toText } of renames) {
        const renamed = metadata.get(from);
        if (renamed === undefined) continue;
        metadata.set(to, { keyText: toText, valueText: renamed.valueText });
        metadata.delete(from);
        isChanged = true;
      }
      const problem = isChanged ? writeMetadata(reading, metadata) : null;
      if (problem !== null) fail(reading, problem);
      else out(reading);
    };
  },
});
