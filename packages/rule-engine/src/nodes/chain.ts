import { text } from "../config-fields.ts";
import { defineNode, noOutput } from "../node-type.ts";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const chain = defineNode({
  type: "chain",
  version: 1,
  category: "route",
  title: "To another chain",
  help: "Hands the reading to another chain of the account, which decides what becomes of it; nothing comes back. There is no output but `failure`, which takes the reading where that chain is missing or has never been published.",
  outputs: [],
  fields: {
    chain: text({
      label: "Chain",
      help: "UUID of the chain.",
      maxLength: 36,
      check: (given) => (uuid.test(given) ? null : "must be the UUID of a chain"),
    }),
  },
  compile({ chain: given }, { nodeId, host, fail }) {
    const chainUuid = given.toLowerCase();
    const handedOn = host.counter(nodeId, noOutput);
    return (reading) => {
      const problem = host.enterChain(reading, chainUuid);
      if (problem === null) handedOn.readings++;
      else fail(reading, problem);
    };
  },
});
