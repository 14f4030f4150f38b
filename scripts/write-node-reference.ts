import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { nodeReference } from "@weir/rule-engine/node-reference";

/** `bun scripts/write-node-reference.ts`: updates docs/guide/nodes.md after a node has changed. */
writeFileSync(fileURLToPath(new URL("../docs/guide/nodes.md", import.meta.url)), nodeReference());
