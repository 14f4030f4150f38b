/** Loaded before Weir. Makes ingest confirm changes of control data, such as a replaced token, before it has applied them. */
import { FleetMemory } from "../../../packages/server/src/roles/ingest/fleet-memory.ts";

const appliedAfterMs = 200;
const { apply } = FleetMemory.prototype;

FleetMemory.prototype.apply = function (changes) {
  setTimeout(() => void apply.call(this, changes), appliedAfterMs);
  return Promise.resolve();
};
