import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { nodeReference } from "@weir/rule-engine/node-reference";

/** `bun scripts/write-node-reference.ts`: brings docs/guide/nodes.md up to date after a node was changed. */
writeFileSync(fileURLToPath(new URL("../docs/guide/nodes.md", import.meta.url)), nodeReference());
