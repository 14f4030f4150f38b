import { choice } from "../config-fields.ts";
import { defineNode } from "../node-type.ts";
import { convert, unitConversion } from "../unit-conversion.ts";
import { unitLabels, unitNames, units, unitsHelp } from "../units.ts";

const unitField = { options: unitNames, optionLabels: unitLabels };

export const convertUnit = defineNode({
  type: "convert-unit",
  version: 1,
  category: "transform",
  title: "Convert unit",
  help: `Converts the value from one unit to another unit of the same quantity and passes the reading to \`out\`. Available units: ${unitsHelp}.`,
  outputs: ["out"],
  fields: {
    from: choice({ label: "From", help: "The unit of the incoming value.", ...unitField }),
    to: choice({ label: "To", help: "The unit to convert to.", ...unitField }),
  },
  check({ from, to }) {
    const source = units.get(from)!.quantity;
    const target = units.get(to)!.quantity;
    if (source === target) return [];
    return [
      {
        field: "to",
        message: `must measure the same quantity as "from": "${to}" measures ${target}, "${from}" measures ${source}`,
      },
    ];
  },
  compile({ from, to }, { output, fail }) {
    const conversion = unitConversion(from, to)!;
    const out = output("out");
    return (reading) => {
      const result = convert(reading.value, conversion);
      if (!Number.isFinite(result)) {
        fail(reading, `${reading.value} ${from} in ${to} is too large for a number.`);
        return;
      }
      reading.value = result;
      out(reading);
    };
  },
});
