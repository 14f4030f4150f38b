import { text } from "../config-fields.ts";
import { defineNode, noOutput } from "../node-type.ts";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const chain = defineNode({
  type: "chain",
  version: 1,
  category: "route",
  title: "Pass to chain",
  help: "Passes the reading to another chain of the account, which decides what happens to it. The reading does not come back. If that chain is missing or was never published, the reading goes to `failure`, the only output.",
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
