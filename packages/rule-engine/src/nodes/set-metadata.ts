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
  help: "Adds keys to the reading's metadata, or replaces them, and passes the reading on to `out`. Values are texts. Metadata beyond 4096 bytes of JSON is a failure.",
  outputs: ["out"],
  fields: {
    rows: list({
      label: "Keys",
      of: {
        key: metadataKeyField,
        value: text({
          label: "Value",
          help: `${templateHelp} All rows see the metadata as it came in.`,
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
      ...{ key, keyText: JSON.stringify(key) },
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
