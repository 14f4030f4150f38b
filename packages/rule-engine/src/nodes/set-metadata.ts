import { list, text } from "../config-fields.ts";
import { metadataKeyField } from "../metadata-key.ts";
import { defineNode } from "../node-type.ts";
import { metadataTextsOf, writeMetadata } from "../reading-metadata.ts";
import { repeatedKeys } from "../repeated-keys.ts";
import { compileTemplate, templateHelp, templateProblem } from "../template.ts";

export const setMetadata = defineNode({
  type: "set-metadata",
  version: 1,
  category: "transform",
  title: "Set metadata",
  help: "Adds or replaces keys of the reading's metadata and passes the reading to `out`. Values are text. If the metadata would exceed 4096 bytes of JSON, the reading goes to `failure`.",
  outputs: ["out"],
  steps: 10,
  fields: {
    rows: list({
      label: "Keys",
      of: {
        key: metadataKeyField,
        value: text({
          label: "Value",
          help: `${templateHelp} All rows use the metadata as it was before this node.`,
          maxLength: 1000,
          optional: true,
          check: templateProblem,
        }),
      },
      itemsMin: 1,
      itemsMax: 20,
    }),
  },
  check({ rows }) {
    const keys = rows.map(({ key }) => key);
    return repeatedKeys("rows", "key", keys);
  },
  compile({ rows }, { output, fail }) {
    const entries = rows.map(({ key, value }) => ({
      key,
      keyText: JSON.stringify(key),
      fill: compileTemplate(value ?? ""),
    }));
    const out = output("out");
    return (reading) => {
      const metadata = metadataTextsOf(reading);
      for (const { key, keyText, fill } of entries) {
        metadata.set(key, { keyText, valueText: JSON.stringify(fill(reading)) });
      }
      const problem = writeMetadata(reading, metadata);
      if (problem !== null) fail(reading, problem);
      else out(reading);
    };
  },
});
