import { sensorType } from "@weir/protocol/resources/sensor-type";
import { fieldsFromOptions } from "./derived/fields-from-options.ts";
import { resourceCommands } from "./derived/resource-commands.ts";
import { columnsOf, shownInLines } from "./derived/resource-texts.ts";
import { printable } from "./output.ts";
import { readValueStates, valueStatesForm, writeValueStates } from "./value-states-text.ts";

const fromOptions = fieldsFromOptions(sensorType, {
  unit: "Unit of the values",
  decimals: "How many decimals to show, instead of those that were sent",
  min: "Lower end of the usual range",
  max: "Upper end of the usual range",
  states: {
    text: "Names of values, which are shown instead of them",
    form: valueStatesForm,
    parse: readValueStates,
  },
  icon: "Icon in the dashboard",
});

export const sensorTypeCommands = resourceCommands(sensorType, {
  example: "temperature",
  list: {
    columns: { ...columnsOf(sensorType), STATES: ({ states }) => printable(writeValueStates(states)) },
  },
  show: { text: (type) => shownInLines(sensorType, { ...type, states: writeValueStates(type.states) }) },
  create: {
    description: "Create a sensor type, which the dashboard suggests and uses to show the values of sensors.",
    from: fromOptions.created,
    examples: [
      'weir sensor-type create "water level" --unit cm --decimals 1 --min 0 --max 400',
      'weir sensor-type create window --states "0=Closed,1=Open"',
    ],
  },
  update: {
    description:
      'Change a sensor type. What is not given stays as it is; "" removes what it has. Sensors keep the name of their type.',
    from: fromOptions.changed,
    examples: ["weir sensor-type update temperature --unit °F --min -40 --max 185"],
  },
  delete: { question: (type) => `Delete the sensor type ${type}? Sensors keep the name of their type.` },
});
